import { describe, expect, it } from "vitest";
import type { Edition, State } from "./protocol";
import { cardName, isBot, resultName } from "./words";

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
  const text = "";
  const sum = { colour: "D", count: 0, low: 10, high: null } as const;

  it("have a whole text for each colour", () => {
    expect(cardName("gamewright", { text, sum })).toBe(
      "any blue dice that add up to more than 9",
    );
    expect(cardName("schmidt", { text, sum: { ...sum, count: 3, high: 10 } })).toBe(
      "three black dice that add up to exactly 10",
    );
    expect(
      cardName("schmidt", { text, sum: { ...sum, colour: "*", count: 2, high: 11 } }),
    ).toBe("two dice that add up to less than 12");
    expect(cardName("schmidt", { text, sum: { ...sum, count: 1, low: 5 } })).toBe(
      "any black die of more than 4",
    );
  });

  it("name equal dice together", () => {
    const named = (edition: Edition, ...slots: string[]) =>
      cardName(edition, {
        text,
        slots: slots.map(([colour, face]) => ({
          colour: colour as "L",
          face: Number(face),
        })),
      });
    expect(named("schmidt", "L0", "D2")).toBe("any white die and a black 2");
    expect(named("gamewright", "*0", "*6", "D5", "*6", "D5", "D5")).toBe(
      "any die, two 6s of any colour and three blue 5s",
    );
    expect(named("gamewright", "L0", "L0", "*0", "*0")).toBe(
      "two orange dice and two dice of any colour",
    );
  });
});
