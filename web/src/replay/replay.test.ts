import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { News, State } from "$lib/protocol";
import { ReplayTable, type Film } from "./replay.svelte";

function film(): Film {
  const moves = ["start 1", "deal 1 c1", "roll L1", "take L1", "pass"];
  return {
    about: {
      players: 2,
      names: ["Anna", "Ben"],
      edition: "gamewright",
      free_hand: false,
      deck: "standard",
      own_deck: false,
      fair: true,
      finished: false,
      rounds: [{ round: 1, step: 3 }],
      steps: moves.map((_, i) => ({ do: "take", seat: 1, round: 1, line: i + 9 })),
    },
    last: moves.length,
    state: (step, eyes) =>
      ({
        position: step,
        seats: [1, 2].map((seat) => ({ seat, kind: "person", colour: "#3a7bd5" })),
        fair: { commit: null, contributed: [1], last: null },
        you: { seat: eyes || null },
      }) as unknown as State,
    news: (step, eyes) =>
      ({
        event: step < 4 ? "chance" : "move",
        time: 0,
        seat: eyes,
        move: moves[step - 1],
      }) as unknown as News,
  };
}

describe("a replay", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("shows who was a bot, and each player in a colour of their own", () => {
    const { seats } = new ReplayTable("t", film(), () => false).shown;
    expect(seats.map(({ kind }) => kind)).toEqual(["person", "bot"]);
    expect(seats[0]?.colour).not.toBe(seats[1]?.colour);
  });

  it("goes anywhere at once", () => {
    const table = new ReplayTable("t", film(), () => false);
    table.go(4);
    expect(table.shown.position).toBe(4);
    expect(table.playing).toBeNull();
    expect(table.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    table.go(99);
    expect(table.step).toBe(5);
    table.go(-1);
    expect(table.step).toBe(0);
    expect(table.log).toEqual([]);
  });

  it("shows what happens on the way forward", () => {
    const table = new ReplayTable("t", film(), () => false);
    table.forward();
    expect(table.playing?.news.move).toBe("start 1");
    expect(table.playing?.before?.position).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(table.playing).toBeNull();
    expect(table.step).toBe(1);
  });

  it("plays to the end and stops there", () => {
    const table = new ReplayTable("t", film(), () => false);
    table.play();
    vi.advanceTimersByTime(30_000);
    expect(table.step).toBe(5);
    expect(table.running).toBe(false);
    table.play();
    expect(table.step).toBe(1);
  });

  it("is paused after what is on screen", () => {
    const table = new ReplayTable("t", film(), () => false);
    table.play();
    table.pause();
    vi.advanceTimersByTime(30_000);
    expect(table.step).toBe(1);
    expect(table.playing).toBeNull();
  });

  it("is faster at twice the speed", () => {
    const times = [1, 4].map((speed) => {
      const table = new ReplayTable("t", film(), () => false);
      table.speed = speed;
      table.play();
      let ms = 0;
      for (; table.running; ms += 10) vi.advanceTimersByTime(10);
      return ms;
    });
    expect(times[0]).toBeGreaterThan(3 * (times[1] ?? 0));
  });

  it("is seen with other eyes", () => {
    const table = new ReplayTable("t", film(), () => false);
    table.go(2);
    expect(table.shown.you.seat).toBeNull();
    table.look(2);
    expect(table.shown.you.seat).toBe(2);
    expect(table.log[0]?.news.seat).toBe(2);
    expect(table.hands().map((state) => state.you.seat)).toEqual([1, 2]);
  });
});
