import { describe, expect, it } from "vitest";
import { wantedOf } from "./card";

describe("a card's text", () => {
  it("has slots", () => {
    expect(wantedOf("4 D5 L? *6")).toEqual({
      points: 4,
      slots: [
        { colour: "D", face: 5 },
        { colour: "L", face: 0 },
        { colour: "*", face: 6 },
      ],
      sum: null,
    });
  });

  it("or a sum", () => {
    expect(wantedOf("3 sum D > 12")?.sum).toEqual({
      colour: "D",
      count: 0,
      sign: ">",
      value: 12,
      low: 13,
      high: null,
      now: 0,
    });
    expect(wantedOf("2 sum 3* < 9")?.sum).toEqual({
      colour: "*",
      count: 3,
      sign: "<",
      value: 9,
      low: 1,
      high: 8,
      now: 0,
    });
    expect(wantedOf("5 sum L = 7")?.sum).toMatchObject({ low: 7, high: 7 });
  });

  it("or is an action", () => {
    expect(wantedOf("reroll D")).toBeNull();
    expect(wantedOf("swap")).toBeNull();
  });
});
