// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { drawShare, keptShare } from "./fair";
import type { State } from "./protocol";

function state(games: number, commit: string | null): State {
  return {
    phase: "open",
    games,
    position: 0,
    you: { seat: null, host: false, undo: false },
    host: null,
    settings: {} as State["settings"],
    seats: [],
    fair: { commit, contributed: [], last: null },
    game: null,
  };
}

const commit = "ab".repeat(32);

describe("shares of chance", () => {
  beforeEach(() => localStorage.clear());

  it("are kept with the commitment, for the game that comes", () => {
    const bytes = drawShare("t1", state(0, commit));
    expect(bytes).toMatch(/^[0-9a-f]{64}$/);
    expect(keptShare("t1", 1)).toEqual({ commit, bytes });
    expect(keptShare("t1", 2)).toBeNull();
    expect(keptShare("t2", 1)).toBeNull();
  });

  it("are forgotten for newer ones", () => {
    const first = drawShare("t1", state(0, commit));
    const second = drawShare("t1", state(0, commit));
    expect(second).not.toBe(first);
    expect(keptShare("t1", 1)?.bytes).toBe(second);
    for (let i = 0; i < 60; i++) drawShare(`x${i}`, state(0, commit));
    expect(keptShare("t1", 1)).toBeNull();
    expect(keptShare("x0", 1)).not.toBeNull();
  });

  it("survive rubbish in the storage", () => {
    localStorage.setItem("tioli-shares", '[["t/1",{"commit":1}],3,["t/2"]]');
    expect(keptShare("t", 1)).toBeNull();
    localStorage.setItem("tioli-shares", "{");
    expect(keptShare("t", 2)).toBeNull();
    expect(keptShare("t", 1)).toBeNull();
    drawShare("t", state(1, commit));
    expect(keptShare("t", 2)?.commit).toBe(commit);
  });
});
