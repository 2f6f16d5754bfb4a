import { describe, expect, it } from "vitest";
import type { Changes, State } from "./protocol";
import { merged } from "./sections";

type Item = Record<string, unknown>;

/** The same numbers each time. */
function luckOf(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return Math.floor((at / 2 ** 32) * below);
  };
}

const list = <T>(length: number, make: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i));

/** Some state of somebody who plays, or looks on. Few values: most stay. */
function anyState(luck: (below: number) => number, plays: boolean): State {
  const player = (i: number): Item => ({
    seat: i + 1,
    dice: list(luck(3), () => "L1"),
    points: luck(2),
    round: luck(2) ? { net: luck(2), laid: [] } : null,
    discarded: null,
  });
  const card = (i: number): Item =>
    luck(2)
      ? { place: i + 1, kind: "combo", slots: [{ die: luck(2) ? "D5" : null }] }
      : { place: i + 1, kind: "action", text: "swap" };
  const own = { hand: list(luck(6), card), layout: null, moves: luck(2) ? {} : null };
  const game = {
    round: luck(3),
    tray: list(luck(3), () => "R6"),
    players: list(2 + luck(3), player),
    history: list(luck(2), (round) => ({ round })),
    ...(plays ? own : {}),
  };
  return {
    phase: luck(2) ? "playing" : "over",
    position: luck(99),
    you: {
      seat: 1,
      host: true,
      undo: luck(2) === 1,
      ...(luck(2) ? { code: "x" } : {}),
    },
    settings: luck(2) ? { players: 4, cast: "aim" } : { players: 4 },
    seats: list(2, () => ({ present: luck(2) === 1 })),
    game: luck(5) ? game : null,
  } as unknown as State;
}

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The keys that are others; a section may be sent for another key's sake. */
function changed(old: Item, now: Item, luck: (below: number) => number): Item {
  const keys = Object.keys(now).filter((key) => !same(old[key], now[key]) || !luck(4));
  return Object.fromEntries(keys.map((key) => [key, now[key]]));
}

/** What the server would say. */
function changesOf(old: State, now: State, luck: (below: number) => number): Changes {
  const all = changed(old as unknown as Item, now as unknown as Item, luck);
  if (!("game" in all) || !old.game || !now.game) return all as Changes;
  const was = old.game as unknown as Record<string, Item[]>;
  const is = now.game as unknown as Record<string, Item[]>;
  const game = changed(was, is, luck);
  if (game["players"])
    game["players"] = is["players"]?.map((one, i) => {
      const before = was["players"]?.[i];
      return before && same(before, one) ? null : changed(before ?? {}, one, luck);
    });
  if (game["hand"])
    game["hand"] = is["hand"]?.map((one, i) =>
      same(was["hand"]?.[i], one) ? null : one,
    );
  return { ...all, game } as Changes;
}

describe("changes", () => {
  it.each([true, false])("make the state, for one who plays: %s", (plays) => {
    const luck = luckOf(plays ? 1 : 2);
    let kept = anyState(luck, plays);
    for (let i = 0; i < 800; i++) {
      const now = anyState(luck, plays);
      const before = JSON.stringify(kept);
      const next = merged(kept, changesOf(kept, now, luck));
      expect(next).toEqual(now);
      // What is on screen meanwhile does not change under it.
      expect(JSON.stringify(kept)).toBe(before);
      kept = next;
    }
  });

  it("leave what did not change the same object", () => {
    const old = anyState(luckOf(3), true);
    const next = merged(old, { position: 100 });
    expect(next.position).toBe(100);
    expect(next.settings).toBe(old.settings);
    expect(next.game).toBe(old.game);
  });
});
