import { describe, expect, it } from "vitest";
import type { CardInHand, ComboInHand, Moves } from "$lib/protocol";
import { diceFor, fitsOf, helpFor, type Fit } from "./fit";
import { badgeText, fitText, spokenDice, spokenFit } from "./fitWords";

const moves: Moves = {
  take: ["L1", "D5", "R2"],
  nets: [1, -1, 0],
  helps: [
    [[1, 1], [4]],
    [
      [1, 1],
      [2, 2],
      [3, 1, 5],
    ],
    [],
  ],
};
const fits = fitsOf(moves);
const fit = (helps: number[][], net = -1): Fit =>
  fitsOf({ take: ["L1"], nets: [net], helps: [helps] }).get("L1") as Fit;

const slots = (place: number, count: number) =>
  ({
    place,
    kind: "combo",
    slots: Array.from({ length: count }, () => ({ colour: "D", face: 0, die: null })),
  }) as unknown as ComboInHand;
const sum = (place: number, count: number, low: number, high: number | null) =>
  ({
    place,
    kind: "combo",
    sum: { colour: "D", count, low, high, now: 0 },
  }) as unknown as ComboInHand;
const hand: CardInHand[] = [
  slots(1, 3),
  sum(2, 3, 1, 8),
  sum(3, 0, 15, null),
  sum(4, 0, 13, 13),
];

describe("what dice would do", () => {
  it("is looked up by die and by card", () => {
    expect(fits.get("L1")?.net).toBe(1);
    expect(diceFor(fits, 1)).toEqual(["L1", "D5"]);
    expect(diceFor(fits, 4)).toEqual(["L1"]);
    expect(diceFor(fits, 5)).toEqual([]);
    expect(helpFor(fits.get("D5") ?? null, 3)).toEqual({
      place: 3,
      how: "nearer",
      dice: 1,
      pips: 5,
    });
    expect(helpFor(fits.get("R2") ?? null, 1)).toBeNull();
  });

  it("tells completing, joining and coming nearer apart", () => {
    const { helps } = fit([[1], [2, 0], [3, 1]]);
    expect(helps.map(({ how }) => how)).toEqual(["completes", "joins", "nearer"]);
  });

  it("is nothing where nothing is said", () => {
    expect(fitsOf(null).size).toBe(0);
    expect([...fitsOf(moves, ["D5"]).keys()]).toEqual(["D5"]);
    expect(fitsOf({ take: ["L1"] }).get("L1")).toEqual({ net: 0, helps: [] });
  });
});

describe("in words", () => {
  it("is short on the card", () => {
    const badges = fit([
      [1, 2],
      [2, 2, 7],
      [3, 2, 9],
      [4, 1, 6],
    ]).helps.map((help, i) => badgeText(hand[i] as ComboInHand, help));
    expect(badges).toEqual(["2 of 3", "2 of 3", "9 of > 14", "6 of 13"]);
    expect(badgeText(slots(1, 3), fit([[1]]).helps[0] as never)).toBe("completes");
    expect(badgeText(slots(1, 3), fit([[1, 0]]).helps[0] as never)).toBe("fits too");
  });

  it("says first what it makes possible", () => {
    expect(fitText(fit([[1], [2, 1, 3]]), hand)).toBe(
      "Completes one card, fits another",
    );
    expect(fitText(fit([[1]]), hand)).toBe("Completes one card");
    expect(fitText(fit([[1], [3]]), hand)).toBe("Completes 2 cards");
    expect(fitText(fit([[3, 2, 9]]), hand)).toBe("Fits one card: 9 of > 14");
    expect(
      fitText(
        fit([
          [1, 1],
          [3, 1, 5],
        ]),
        hand,
      ),
    ).toBe("Fits 2 cards");
    expect(fitText(fit([]), hand)).toBe("Fits none of your cards");
  });

  it("is said whole, what it completes first and what it costs last", () => {
    expect(spokenFit(fit([[1, 1], [2, 2, 7], [3, 2, 9], [4]], 2), -1, hand)).toBe(
      "Completes card 4. Card 1: 1 of 3 dice. " +
        "Card 2: 2 of 3 dice, adding up to 7. Card 3: 9 of more than 14. " +
        "If the round ended now: +2 instead of −1.",
    );
    expect(spokenFit(fit([], -1), -1, hand)).toBe(
      "Fits none of your cards. If the round ended now: still −1.",
    );
  });

  it("says which dice fit a card", () => {
    expect(spokenDice("gamewright", 2, ["L1", "D5"])).toBe(
      "Dice that fit card 2: orange 1 and blue 5.",
    );
    expect(spokenDice("gamewright", 2, [])).toBe("No die in the tray fits card 2.");
  });
});
