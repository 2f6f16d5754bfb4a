import { describe, expect, it } from "vitest";
import type { PlayOption } from "$lib/protocol";
import {
  begin,
  chosenIds,
  faces,
  guideTo,
  lit,
  litOwn,
  moveOf,
  pickAll,
  pickFace,
  pickOwn,
  pickTray,
  stepOf,
  withoutAim,
} from "./guide";

const tray = ["L1", "L3", "D3", "D3", "D5", "R2"].map((die, i) => ({
  die,
  id: i,
}));
const [l1, l3, d3, d3b, d5, r2] = tray as [
  (typeof tray)[0],
  (typeof tray)[0],
  (typeof tray)[0],
  (typeof tray)[0],
  (typeof tray)[0],
  (typeof tray)[0],
];

const take: PlayOption = {
  place: 5,
  action: "take 2",
  cost: 0,
  shape: "none",
  form: "play take 2",
};
const colour: PlayOption = {
  place: 5,
  action: "reroll D",
  cost: 0,
  shape: "pool",
  form: "play reroll D {dice}",
  dice: ["D3", "D3", "D5"],
  least: 1,
  most: 3,
};
const four: PlayOption = {
  place: 5,
  action: "reroll 4",
  shape: "pool",
  form: "play reroll 4 {dice}",
  dice: ["L1", "L3", "D3", "D3", "D5", "R2"],
  least: 1,
  most: 4,
};
const swap: PlayOption = {
  place: 5,
  action: "swap",
  shape: "pair",
  form: "play swap {die} {other}",
  targets: [
    { die: "L1", others: ["D3", "D5"] },
    { die: "L3", others: ["D5"] },
  ],
};
const change: PlayOption = {
  place: 5,
  action: "change D cost 1",
  cost: 1,
  shape: "face",
  form: "play change {die} {other} cost 1",
  targets: [
    { die: "D3", others: ["D1", "D2", "D4", "D5", "D6"] },
    { die: "D5", others: ["D1", "D2", "D3", "D4", "D6"] },
  ],
};
const shift: PlayOption = {
  place: 5,
  action: "shift L 2",
  shape: "face",
  form: "play shift {die} {other}",
  targets: [
    { die: "L1", others: ["L3"] },
    { die: "L3", others: ["L1", "L5"] },
  ],
};
const cast: PlayOption = {
  place: 5,
  action: "cast",
  shape: "throw",
  form: "play cast {die}",
  aimed: "play cast {die} at {other}",
  targets: [
    { die: "D2", others: ["L1", "L3", "D3", "D5", "R2"] },
    { die: "R6", others: ["L1", "L3", "D3", "D5", "R2"] },
  ],
};
const own = [
  { die: "D2", id: 0 },
  { die: "R6", id: 1 },
];

describe("take two", () => {
  it("needs no choice", () => {
    const guide = begin(take, tray);
    expect(stepOf(guide)).toEqual({ at: "end" });
    expect(moveOf(guide)).toBe("play take 2");
    expect(lit(guide)).toEqual([]);
  });
});

describe("re-rolls", () => {
  it("collects dice one by one and lets go of them", () => {
    let guide = begin(colour, tray);
    expect(moveOf(guide)).toBeNull();
    expect(lit(guide)).toEqual(["D3", "D5"]);
    guide = pickTray(guide, d3);
    expect(moveOf(guide)).toBe("play reroll D D3");
    guide = pickTray(guide, d3b);
    guide = pickTray(guide, d5);
    expect(moveOf(guide)).toBe("play reroll D D3 D3 D5");
    expect(lit(guide)).toEqual([]);
    guide = pickTray(guide, d3);
    expect(moveOf(guide)).toBe("play reroll D D3 D5");
    expect(chosenIds(guide)).toEqual([3, 4]);
  });

  it("refuses a die that is not on the list", () => {
    expect(pickTray(begin(colour, tray), l1).pool).toEqual([]);
  });

  it("stops at four", () => {
    let guide = begin(four, tray);
    for (const one of [l1, l3, d3, d3b, d5]) guide = pickTray(guide, one);
    expect(moveOf(guide)).toBe("play reroll 4 L1 L3 D3 D3");
    expect(pickAll(begin(four, tray), tray).pool).toHaveLength(4);
  });

  it("takes all where all have to be rolled, and keeps them", () => {
    const guide = begin({ ...colour, least: 3 }, tray);
    expect(moveOf(guide)).toBe("play reroll D D3 D3 D5");
    expect(chosenIds(guide)).toEqual([2, 3, 4]);
    expect(pickTray(guide, d3)).toBe(guide);
  });
});

describe("swap", () => {
  it("takes either die first", () => {
    const light = pickTray(begin(swap, tray), l1);
    expect(lit(light)).toEqual(["D3", "D5"]);
    expect(moveOf(pickTray(light, d3))).toBe("play swap L1 D3");
    const dark = pickTray(begin(swap, tray), d5);
    expect(lit(dark)).toEqual(["L1", "L3"]);
    expect(moveOf(pickTray(dark, l3))).toBe("play swap L3 D5");
  });

  it("gives up the other die if the pair can't be", () => {
    const guide = pickTray(pickTray(begin(swap, tray), d3), l3);
    expect(guide.other).toBeNull();
    expect(guide.die?.die).toBe("L3");
    expect(moveOf(guide)).toBeNull();
  });

  it("knows no red die", () => {
    const guide = begin(swap, tray);
    expect(pickTray(guide, r2)).toBe(guide);
    const light = pickTray(guide, l1);
    expect(pickTray(light, r2)).toBe(light);
  });
});

describe("change and shift", () => {
  it("asks for the die, then for its face", () => {
    let guide = pickTray(begin(change, tray), d3);
    expect(stepOf(guide)).toMatchObject({ at: "faces" });
    expect(faces(guide)).toContain("D6");
    guide = pickFace(guide, "D6");
    expect(stepOf(guide)).toEqual({ at: "end" });
    expect(moveOf(guide)).toBe("play change D3 D6 cost 1");
  });

  it("refuses a face that is not on the list", () => {
    const guide = pickTray(begin(shift, tray), l3);
    expect(pickFace(guide, "L6")).toBe(guide);
    expect(moveOf(pickFace(guide, "L5"))).toBe("play shift L3 L5");
  });

  it("chooses the face where there is only one", () => {
    expect(moveOf(pickTray(begin(shift, tray), l1))).toBe("play shift L1 L3");
  });

  it("starts again with another die", () => {
    const guide = pickFace(pickTray(begin(change, tray), d3), "D6");
    const next = pickTray(guide, d5);
    expect(next.other).toBeNull();
    expect(moveOf(next)).toBeNull();
  });
});

describe("cast back", () => {
  it("asks for a die of mine, then for an aim", () => {
    let guide = begin(cast, tray);
    expect(stepOf(guide)).toEqual({ at: "own", want: "die" });
    expect(litOwn(guide)).toEqual(["D2", "R6"]);
    guide = pickOwn(guide, { die: "R6", id: 1 });
    expect(stepOf(guide)).toEqual({ at: "tray", want: "aim" });
    expect(moveOf(guide)).toBe("play cast R6");
    guide = pickTray(guide, l3);
    expect(moveOf(guide)).toBe("play cast R6 at L3");
    expect(chosenIds(guide)).toEqual([1]);
    guide = withoutAim(guide);
    expect(moveOf(guide)).toBe("play cast R6");
    expect(stepOf(guide)).toEqual({ at: "end" });
  });

  it("asks for no aim where there is none", () => {
    const blind: PlayOption = {
      place: 5,
      action: "cast",
      shape: "throw",
      form: "play cast {die}",
      targets: [{ die: "D2", others: [] }],
    };
    const guide = pickOwn(begin(blind, tray), { die: "D2", id: 0 });
    expect(stepOf(guide)).toEqual({ at: "end" });
    expect(moveOf(guide)).toBe("play cast D2");
  });
});

describe("an action that a hint advises", () => {
  const barred = { place: 4, action: "", rule: "ACTION_HAS_NO_TARGET" };

  it.each([
    ["play reroll D D3", colour, [2], { tray: ["D3"] }],
    ["play reroll D D3 D5", colour, [2, 4], { tray: ["D3", "D5"] }],
    ["play reroll 4 L1 R2", four, [0, 5], { tray: ["L1", "R2"] }],
    ["play swap L1 D3", swap, [0, 2], { tray: ["L1", "D3"] }],
    ["play change D3 D6 cost 1", change, [2], { tray: ["D3"], face: "D6" }],
    ["play shift L3 L5", shift, [1], { tray: ["L3"], face: "L5" }],
    ["play cast D2", cast, [], { own: ["D2"] }],
    ["play cast D2 at L3", cast, [1], { own: ["D2"], tray: ["L3"] }],
    ["play take 2", take, [], {}],
  ])("has choices that lead to it: %s", (move, option, ids, about) => {
    const hint = { place: option.place, tray: [], own: [], ...about };
    const guide = guideTo([barred, option], hint, tray, own);
    expect(guide?.option).toBe(option);
    expect(guide && moveOf(guide)).toBe(move);
    expect(guide && chosenIds(guide)).toEqual(ids);
    expect(guide && option.shape !== "pool" && stepOf(guide).at).toBe(
      option.shape !== "pool" && "end",
    );
  });

  it("is not found where it is not offered", () => {
    const hint = { place: 4, tray: ["R2"], own: [] };
    expect(guideTo([barred], hint, tray, own)).toBeUndefined();
    expect(guideTo([], hint, tray, own)).toBeUndefined();
  });
});
