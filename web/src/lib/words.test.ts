import { describe, expect, it } from "vitest";
import type { State } from "./protocol";
import { isBot, resultName, slotName, sumName } from "./words";

describe("a result", () => {
  const seats = [
    { seat: 1, kind: "person", name: "Anna", left: true, successor: "hard" },
    // Left when the game was over: it is theirs.
    { seat: 2, kind: "person", name: "Ben", left: true },
    { seat: 3, kind: "bot", name: "Ida", level: "easy" },
  ];
  const state = { seats } as unknown as State;

  it("is the bot's that played on for somebody who left", () => {
    expect(resultName(state, 1)).toBe("Hard (bot for Anna)");
    expect(resultName(state, 2)).toBe("Ben");
    expect(resultName(state, 3)).toBe("Ida");
    expect(state.seats.map(isBot)).toEqual([true, false, true]);
  });
});

describe("cards", () => {
  it("have a whole text for each colour", () => {
    const sum = { colour: "D", count: 0, low: 10, high: null, now: 0 } as const;
    expect(sumName("gamewright", sum)).toBe(
      "any number of blue dice that add up to 10 or more",
    );
    expect(sumName("schmidt", { ...sum, count: 3, high: 10 })).toBe(
      "3 black dice that add up to exactly 10",
    );
    expect(sumName("schmidt", { ...sum, colour: "*", count: 1, low: 0, high: 4 })).toBe(
      "one die of 4 or less",
    );
    expect(slotName("schmidt", { colour: "L", face: 0 })).toBe("any white die");
    expect(slotName("gamewright", { colour: "*", face: 0 })).toBe("any die");
    expect(slotName("gamewright", { colour: "*", face: 6 })).toBe("any 6");
    expect(slotName("gamewright", { colour: "D", face: 2 })).toBe("blue 2");
  });
});
