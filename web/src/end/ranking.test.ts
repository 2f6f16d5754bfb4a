import { describe, expect, it } from "vitest";
import type { Player } from "$lib/protocol";
import { bestMoments, gains, ranking } from "./ranking";

function player(seat: number, total: number): Player {
  return {
    seat,
    dice: [],
    points: total + 2,
    chips: 2,
    total,
    passed: false,
    acted: false,
    answered: false,
    combos: 0,
    actions: 0,
    round: null,
    discarded: null,
  };
}

const history = [
  { round: 1, points: [3, 6], chips: [1, 0], totals: [2, 6] },
  { round: 2, points: [11, 6], chips: [3, 2], totals: [8, 4] },
];

describe("the ranking", () => {
  it("shares places and leaves out the next", () => {
    const placed = ranking([player(1, 5), player(2, 9), player(3, 9), player(4, -1)]);
    expect(placed.map(({ seat, place, shared }) => [seat, place, shared])).toEqual([
      [2, 1, true],
      [3, 1, true],
      [1, 3, false],
      [4, 4, false],
    ]);
  });
});

describe("rounds", () => {
  it("are what was added", () => {
    expect(gains(history, 1)).toEqual([
      { round: 1, points: 3, chips: 1, net: 2, total: 2 },
      { round: 2, points: 8, chips: 2, net: 6, total: 8 },
    ]);
  });

  it("have the best, all of them if equal", () => {
    const moments = bestMoments({ history, players: [player(1, 8), player(2, 4)] });
    expect(moments.map(({ seat, round, net }) => [seat, round, net])).toEqual([
      [1, 2, 6],
      [2, 1, 6],
    ]);
  });

  it("have none if nothing was gained", () => {
    const row = { round: 1, points: [0, 0], chips: [1, 0], totals: [-1, 0] };
    expect(
      bestMoments({ history: [row], players: [player(1, -1), player(2, 0)] }),
    ).toEqual([]);
  });
});
