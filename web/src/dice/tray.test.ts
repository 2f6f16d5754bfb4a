import { describe, expect, it } from "vitest";
import type { Phrase } from "$/generated/phrases";
import type { DieText } from "$lib/protocol";
import { SPACING, apart, radiusFor } from "./places";
import {
  NO_DICE,
  eventOf,
  neighbour,
  reconcile,
  type Circumstances,
  type Tray,
  type TrayEvent,
} from "./tray";

const at: Circumstances = { radius: radiusFor(13), seed: 11 };
const kinds = (tray: Tray): DieText[] => tray.dice.map(({ die }) => die).sort();
const thrown = (...dice: DieText[]): Tray =>
  reconcile(NO_DICE, dice, { kind: "roll", dice }, at).tray;
const restOf = (tray: Tray, id: number) => tray.dice.find((one) => one.id === id)?.rest;

describe("eventOf", () => {
  const cases: [Phrase[], TrayEvent | null][] = [
    [
      [["ROUND", 1, 1, 6, ["L1", "D4", "R6"]]],
      { kind: "roll", dice: ["L1", "D4", "R6"] },
    ],
    [
      [["REROLLED", null, ["D3", "D5"], ["D1", "D6"]]],
      { kind: "roll", dice: ["D1", "D6"] },
    ],
    [[["REROLLED_ONE", null, ["D3"], ["D1"]]], { kind: "roll", dice: ["D1"] }],
    [[["TAKES", 1, "D5"]], { kind: "take", die: "D5" }],
    [
      [
        ["LATE", 1],
        ["TAKES_SECOND", 1, "D5"],
        ["TRAY_EMPTY", null],
      ],
      { kind: "take", die: "D5" },
    ],
    [[["REROLLS", 1, ["D3", "D5"], "reroll D"]], { kind: "lift", dice: ["D3", "D5"] }],
    [
      [["TURNS", 1, "D4", "D6", 1, "change D cost 1"]],
      { kind: "change", from: "D4", to: "D6" },
    ],
    [
      [["TURNS_FREE", 1, "L4", "L6", "change L cost 0"]],
      { kind: "change", from: "L4", to: "L6" },
    ],
    [
      [["SHIFTS", 1, "L3", "L5", "shift L 2"]],
      { kind: "change", from: "L3", to: "L5" },
    ],
    [[["SWAPS", 1, "L3", "D6", "swap"]], { kind: "swap", one: "L3", other: "D6" }],
    [[["CASTS_AT", 1, "D5", "L3", "cast"]], { kind: "cast", die: "D5", aim: "L3" }],
    [[["CASTS", 1, "D5", "cast"]], { kind: "cast", die: "D5", aim: null }],
    [
      [
        ["LANDS", null, "D3"],
        ["HITS", null, "L3", "L5"],
        ["HITS_TOO", null, "R2", "R6"],
      ],
      {
        kind: "land",
        die: "D3",
        hits: [
          { from: "L3", to: "L5" },
          { from: "R2", to: "R6" },
        ],
      },
    ],
    [[["MAY_TAKE_TWO", 1, "take 2"]], null],
    [[["PASSES", 1]], null],
    [[], null],
  ];
  it.each(cases)("reads %j", (tale, event) => expect(eventOf(tale)).toEqual(event));
});

describe("reconcile", () => {
  it("throws all dice into an empty tray", () => {
    const dice = ["L1", "L1", "D4", "R6"];
    const plan = reconcile(NO_DICE, dice, { kind: "roll", dice }, at);
    expect(kinds(plan.tray)).toEqual([...dice].sort());
    expect(plan.flying).toHaveLength(4);
    expect(plan.flight?.tracks.map(({ face }) => face)).toEqual([1, 1, 4, 6]);
    expect(plan.came).toEqual([]);
    plan.flying.forEach((id, i) =>
      expect(restOf(plan.tray, id)).toEqual(plan.flight?.tracks[i]?.rest),
    );
  });

  it("keeps the others in their places when one is taken", () => {
    const before = thrown("L1", "L2", "D4", "D5");
    const plan = reconcile(before, ["L1", "L2", "D4"], { kind: "take", die: "D5" }, at);
    expect(plan.taken.map(({ die }) => die)).toEqual(["D5"]);
    expect(plan.gone).toEqual([]);
    for (const { id, rest } of plan.tray.dice) expect(restOf(before, id)).toEqual(rest);
  });

  it("takes the one of several alike that was pointed at", () => {
    const before = thrown("D5", "D5", "D5");
    for (const { id } of before.dice) {
      const meant = { ...at, preferred: [id] };
      const plan = reconcile(before, ["D5", "D5"], { kind: "take", die: "D5" }, meant);
      expect(plan.taken.map((one) => one.id)).toEqual([id]);
    }
  });

  it("lifts dice and rolls the same ones, each from its place", () => {
    const before = thrown("L1", "D3", "D5", "R2");
    const up = reconcile(
      before,
      ["L1", "R2"],
      { kind: "lift", dice: ["D3", "D5"] },
      at,
    );
    expect(up.tray.air.map(({ die }) => die).sort()).toEqual(["D3", "D5"]);
    expect(up.gone).toEqual([]);
    const quiet = reconcile(up.tray, ["L1", "R2"], null, at);
    expect(quiet.tray.air).toHaveLength(2);
    const after = ["L1", "R2", "D1", "D6"];
    const down = reconcile(up.tray, after, { kind: "roll", dice: ["D1", "D6"] }, at);
    expect(kinds(down.tray)).toEqual([...after].sort());
    expect(down.tray.air).toEqual([]);
    expect([...down.flying].sort()).toEqual(up.tray.air.map(({ id }) => id).sort());
    const [first] = up.tray.air;
    const track = down.flight?.tracks[down.flying.indexOf(first?.id ?? -1)];
    expect(track?.frames[0]).toBeCloseTo(first?.rest.x ?? 99, 4);
  });

  it("turns dice in place for a change and a swap", () => {
    const before = thrown("L3", "D6", "D4");
    const changed = reconcile(
      before,
      ["L3", "D6", "D1"],
      { kind: "change", from: "D4", to: "D1" },
      at,
    );
    expect(kinds(changed.tray)).toEqual(["D1", "D6", "L3"]);
    const swapped = reconcile(
      before,
      ["L6", "D3", "D4"],
      { kind: "swap", one: "L3", other: "D6" },
      at,
    );
    expect(kinds(swapped.tray)).toEqual(["D3", "D4", "L6"]);
    for (const plan of [changed, swapped]) {
      expect([plan.came, plan.gone, plan.taken]).toEqual([[], [], []]);
      for (const { id, rest } of plan.tray.dice)
        expect(restOf(before, id)).toEqual(rest);
    }
    expect(swapped.flying).toHaveLength(2);
  });

  it("lets a cast die land, and what it hit turn", () => {
    const before = thrown("L3", "R2", "D4");
    const plan = reconcile(
      before,
      ["L5", "R6", "D4", "D3"],
      {
        kind: "land",
        die: "D3",
        hits: [
          { from: "L3", to: "L5" },
          { from: "R2", to: "R6" },
        ],
      },
      at,
    );
    expect(kinds(plan.tray)).toEqual(["D3", "D4", "L5", "R6"]);
    expect(plan.flight?.tracks.map(({ face }) => face)).toEqual([3, 5, 6]);
    expect(plan.came).toEqual([]);
    const still = before.dice.find(({ die }) => die === "D4");
    expect(restOf(plan.tray, still?.id ?? 0)).toEqual(still?.rest);
  });

  it("follows an event though the new dice are not known yet", () => {
    const before = thrown("L1", "D5");
    const plan = reconcile(before, null, { kind: "take", die: "D5" }, at);
    expect(kinds(plan.tray)).toEqual(["L1"]);
  });

  it("ends with what is wanted, whatever it was told", () => {
    const before = thrown("L1", "L2", "D5");
    const wanted = ["D1", "D5", "R3", "R3"];
    const plan = reconcile(before, wanted, { kind: "take", die: "R1" }, at);
    expect(kinds(plan.tray)).toEqual(wanted);
    expect(plan.gone.map(({ die }) => die).sort()).toEqual(["L1", "L2"]);
    expect(plan.came).toHaveLength(3);
    plan.tray.dice.forEach((a, i) => {
      for (const b of plan.tray.dice.slice(i + 1))
        expect(apart(a.rest, b.rest)).toBeGreaterThan(SPACING - 1e-3);
    });
  });

  it("clears away the last round's dice when all are thrown", () => {
    const before = thrown("L1", "L2");
    const dice = ["L4", "D5", "R3"];
    const plan = reconcile(before, dice, { kind: "roll", dice }, at);
    expect(kinds(plan.tray)).toEqual([...dice].sort());
    expect(plan.gone).toHaveLength(2);
    expect(plan.flying).toHaveLength(3);
  });

  it("never uses an id twice", () => {
    let tray = thrown("L1", "L2");
    const seen = new Set(tray.dice.map(({ id }) => id));
    for (let round = 0; round < 5; round++) {
      tray = reconcile(tray, [], null, at).tray;
      tray = reconcile(tray, ["L1"], null, at).tray;
      for (const { id } of tray.dice) expect(seen.has(id)).toBe(false);
      for (const { id } of tray.dice) seen.add(id);
    }
  });
});

describe("neighbour", () => {
  const die = (id: number, x: number, y: number) => ({
    id,
    die: "L1",
    rest: { x, y, angle: 0 },
  });
  const dice = [
    die(1, 0, 0),
    die(2, 2, 0.3),
    die(3, -2, 0),
    die(4, 0.2, 2),
    die(5, 4, 0),
  ];
  const from = dice[0] ?? die(0, 0, 0);

  it.each([
    ["right", 1, 0, 2],
    ["left", -1, 0, 3],
    ["up", 0, 1, 4],
    ["down", 0, -1, undefined],
  ])("leads %s", (_, dx, dy, id) => expect(neighbour(dice, from, dx, dy)?.id).toBe(id));
});
