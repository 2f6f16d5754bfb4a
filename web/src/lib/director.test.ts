// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Phrase } from "$/generated/phrases";
import { Director, durationOf } from "./director.svelte";
import type { News, State } from "./protocol";

const state = (position: number, hurry = false, bot = 1000) =>
  ({ position, you: hurry ? { hurry } : {}, settings: { bot } }) as unknown as State;
const move = (phrase: Phrase): News => ({
  event: "move",
  time: 0,
  seat: 1,
  tale: [phrase],
});
const take = move(["TAKES", 1, "L1"]);
const pass = move(["PASSES", 1]);
const roll: News = {
  event: "chance",
  time: 0,
  tale: [["ROUND", 1, 1, 6, ["L1", "D2"]]],
};

let director: Director;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() =>
    hidden ? "hidden" : "visible",
  );
  director = new Director(() => false);
  director.add({ seq: 1, news: null, state: state(1) });
});

afterEach(() => {
  director.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("Director", () => {
  it("shows where things stand at once to who comes in", () => {
    expect(director.shown).toEqual(state(1));
    expect(director.playing).toBeNull();
  });

  it("plays one event after another, each for its time", () => {
    director.add({ seq: 2, news: take, state: state(2) });
    director.add({ seq: 3, news: pass, state: state(3) });
    expect(director.playing).toMatchObject({
      seq: 2,
      before: { position: 1 },
      after: { position: 2 },
    });
    expect(director.shown).toEqual(state(2));
    vi.advanceTimersByTime(durationOf(take, false) - 1);
    expect(director.playing?.seq).toBe(2);
    vi.advanceTimersByTime(1);
    expect(director.playing?.seq).toBe(3);
    expect(director.shown).toEqual(state(3));
    vi.advanceTimersByTime(5000);
    expect(director.playing).toBeNull();
  });

  it("keeps the state of before while an event has none of its own", () => {
    director.add({ seq: 2, news: roll, state: null });
    director.add({ seq: 3, news: null, state: state(3) });
    expect(director.playing?.seq).toBe(2);
    expect(director.shown).toEqual(state(1));
    vi.advanceTimersByTime(5000);
    expect(director.shown).toEqual(state(3));
  });

  it("goes on as soon as the screen has finished, and only for that event", () => {
    director.add({ seq: 2, news: take, state: state(2) });
    director.add({ seq: 3, news: pass, state: state(3) });
    director.finished(9);
    expect(director.playing?.seq).toBe(2);
    director.finished(2);
    expect(director.playing?.seq).toBe(3);
    // The first event's time must not cut the second one short.
    vi.advanceTimersByTime(durationOf(pass, false) - 1);
    expect(director.playing?.seq).toBe(3);
  });

  it("does not stop at what needs no time", () => {
    director.add({ seq: 2, news: { event: "sit", time: 0 }, state: state(2) });
    expect(director.shown).toEqual(state(2));
    expect(director.playing).toBeNull();
  });

  it("jumps to the end for who looks elsewhere", () => {
    director.add({ seq: 2, news: take, state: state(2) });
    hidden = true;
    director.add({ seq: 3, news: pass, state: state(3) });
    expect(director.shown).toEqual(state(3));
    expect(director.playing).toBeNull();
  });

  it("jumps to the end when too much waits", () => {
    for (let seq = 2; seq < 40; seq++)
      director.add({ seq, news: take, state: state(seq) });
    expect(director.shown?.position).toBeGreaterThan(20);
    vi.advanceTimersByTime(60_000);
    expect(director.shown).toEqual(state(39));
  });

  it("amends what is shown and what waits", () => {
    director.add({ seq: 2, news: take, state: state(2) });
    director.add({ seq: 3, news: pass, state: state(3) });
    director.amend((one) => one && { ...one, games: 7 });
    expect(director.shown).toEqual({ ...state(2), games: 7 });
    vi.advanceTimersByTime(5000);
    expect(director.shown).toEqual({ ...state(3), games: 7 });
  });

  it("is still after stop", () => {
    director.add({ seq: 2, news: take, state: state(2) });
    director.add({ seq: 3, news: pass, state: state(3) });
    director.stop();
    vi.advanceTimersByTime(60_000);
    expect(director.shown).toEqual(state(2));
    expect(director.playing).toBeNull();
  });
});

describe("durationOf", () => {
  it("is short where nothing shall move", () => {
    expect(durationOf(roll, false)).toBeGreaterThan(1000);
    expect(durationOf(roll, true)).toBeLessThanOrEqual(300);
    expect(durationOf(take, true)).toBeLessThan(durationOf(take, false));
  });

  it("does not show secret answers, but their result", () => {
    expect(durationOf({ ...move(["DECIDED", 1]), answered: true }, false)).toBe(0);
    expect(
      durationOf({ ...move(["SCORED", null, 1]), answered: true, scored: [] }, false),
    ).toBeGreaterThan(0);
  });
});

describe("hurrying", () => {
  it("skips what bots do, up to what is mine to see", () => {
    director.add({ seq: 2, news: pass, state: state(2, true) });
    director.add({ seq: 3, news: take, state: state(3, true) });
    expect(director.playing?.seq).toBe(2);
    director.hurry();
    expect(director.hurries).toBe(true);
    expect(director.playing).toBeNull();
    expect(director.shown).toEqual(state(3, true));
    director.add({ seq: 4, news: take, state: state(4, true) });
    expect(director.playing).toBeNull();
    expect(director.shown).toEqual(state(4, true));
    director.add({ seq: 5, news: pass, state: state(5) });
    expect(director.playing?.seq).toBe(5);
    expect(director.hurries).toBe(false);
    director.add({ seq: 6, news: take, state: state(6) });
    expect(director.playing?.seq).toBe(5);
  });
});

describe("tables where bots answer at once", () => {
  it("show moves in half the time, and results as long as ever", () => {
    expect(durationOf(take, false, true)).toBe(durationOf(take, false) / 2);
    const scored = { ...take, scored: [] };
    expect(durationOf(scored, false, true)).toBe(durationOf(scored, false));
    director.add({ seq: 2, news: null, state: state(2, false, 0) });
    director.add({ seq: 3, news: take, state: state(3, false, 0) });
    expect(director.playing?.ms).toBe(durationOf(take, false) / 2);
  });
});
