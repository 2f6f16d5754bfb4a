// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { stillTable } from "$/round/still";
import type { SeatState, State } from "$lib/protocol";
import GameEnd from "./GameEnd.svelte";

vi.hoisted(() => {
  window.matchMedia = () =>
    ({
      matches: false,
      addEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  window.ResizeObserver = class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
});

/** After two rounds: Anna's second and Ben's first brought the same. */
function over(ben: Partial<SeatState>, winners: number[]): State {
  const player = (seat: number, total: number) => ({
    seat,
    dice: [],
    points: total,
    chips: 0,
    total,
    round: null,
  });
  return {
    phase: "over",
    games: 1,
    you: { seat: 1, host: true },
    settings: { edition: "gamewright" },
    seats: [
      { seat: 1, kind: "person", name: "Anna" },
      { seat: 2, kind: "person", name: "Ben", ...ben },
    ],
    game: {
      winners,
      players: [player(1, 8), player(2, 8)],
      history: [
        { round: 1, points: [2, 6], chips: [0, 0], totals: [2, 6] },
        { round: 2, points: [8, 8], chips: [0, 0], totals: [8, 8] },
      ],
    },
  } as unknown as State;
}

function textOf(state: State): string {
  const target = document.createElement("div");
  const end = mount(GameEnd, {
    target,
    props: { source: stillTable(state), table: null },
  });
  flushSync();
  const text = target.textContent.replace(/\s+/g, " ");
  void unmount(end);
  return text;
}

describe("the end of a game", () => {
  it("names all the best moments that brought the same", () => {
    expect(textOf(over({}, [1, 2]))).toContain(
      "Best moments, +6 each: Anna in round 2 and Ben in round 1.",
    );
  });

  it("is the bot's that played on for somebody who left", () => {
    const text = textOf(over({ left: true, successor: "hard" }, [2]));
    expect(text).toContain("Hard (bot for Ben) wins");
    expect(text).not.toContain("Ben wins");
  });
});
