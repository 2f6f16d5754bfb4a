import { describe, expect, it } from "vitest";
import type { News, SeatState, State } from "$lib/protocol";
import type { LogEntry, TableSource } from "$lib/table.svelte";
import { turnText } from "./turnWords";
import { TableView } from "./view.svelte";

interface Wanted {
  turn?: number | null;
  takes?: number;
  clock?: string;
  seats?: Partial<SeatState>[];
  playing?: { seq: number; news: Partial<News> } | null;
  log?: Partial<News>[];
  /** The screen is behind what is true. */
  late?: boolean;
  allow?: (move: string) => boolean;
}

function viewOf(wanted: Wanted = {}) {
  const { turn = 1, takes = 1, clock = "none", playing = null } = wanted;
  const seats = [1, 2].map((seat, i) => ({
    seat,
    kind: "person",
    name: ["Anna", "Ben"][i],
    ...wanted.seats?.[i],
  }));
  const state = {
    phase: "playing",
    games: 1,
    position: 7,
    you: { seat: 1, host: true, undo: false },
    settings: { edition: "gamewright", hints: true, clock: { kind: clock } },
    seats,
    game: {
      phase: "turn",
      turn,
      takes,
      tray: ["L1", "D5"],
      deciders: [turn],
      history: [],
      players: [1, 2].map((seat) => ({ seat, dice: [], passed: false })),
      moves: turn === 1 ? { take: ["L1", "D5"], pass: true, play: [] } : null,
    },
  } as unknown as State;
  const done: number[] = [];
  const source = {
    live: true,
    state,
    shown: wanted.late ? { ...state, position: 6 } : state,
    playing,
    log: (wanted.log ?? []).map(
      (news, i) =>
        ({ seq: i + 1, news: { event: "move", time: 0, ...news } }) as LogEntry,
    ),
    finished: (seq: number) => done.push(seq),
  } as unknown as TableSource;
  const view = new TableView(() => ({
    source,
    eyes: undefined,
    allow: wanted.allow ?? (() => true),
  }));
  return { view, done };
}

describe("what I may do", () => {
  it("is what the server says", () => {
    const { view } = viewOf();
    expect(view.mine).toBe(true);
    expect(view.moves?.take).toEqual(["L1", "D5"]);
    expect(turnText(view)).toBe("Your turn: take a die, or pass.");
    expect(turnText(viewOf({ takes: 2 }).view)).toBe("Your turn: take two dice.");
  });

  it("is nothing while the screen is behind, or it is another's turn", () => {
    expect(viewOf({ late: true }).view.moves).toBeNull();
    const { view } = viewOf({ turn: 2 });
    expect(view.mine).toBe(false);
    expect(turnText(view)).toBe("It is Ben's turn.");
  });

  it("is less in a lesson", () => {
    const { view } = viewOf({ allow: (move) => move === "take D5" });
    expect(view.moves?.take).toEqual(["D5"]);
    expect(view.moves?.pass).toBe(false);
    expect(view.mayHint).toBe(false);
  });

  it("is nothing while dice tumble", () => {
    const news = { event: "chance", move: "roll L1 D5" };
    const { view, done } = viewOf({ playing: { seq: 3, news } });
    expect(view.mine).toBe(false);
    view.landed();
    expect(done).toEqual([3]);
  });
});

describe("what happens", () => {
  const take = { event: "move", seat: 2, move: "take D5" };

  it("hides a die at its owner until it has arrived", () => {
    const { view, done } = viewOf({ playing: { seq: 4, news: take } });
    expect(view.coming(2)).toBe("D5");
    expect(view.coming(1)).toBeNull();
    view.landed();
    expect(view.coming(2)).toBeNull();
    expect(done).toEqual([]); // it has its time on screen all the same
  });

  it("is told as far as it is seen, and stays to be read", () => {
    const log = [{ event: "chance", move: "roll L1" }, take, { seat: 2, move: "pass" }];
    expect(viewOf({ log }).view.caption).toBe("Ben passes.");
    const { view } = viewOf({ log, playing: { seq: 2, news: take } });
    expect(view.log.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(view.caption).toBe("Ben takes blue 5.");
  });

  it("is told of dice that are cast, but what they show only when they lie", () => {
    const log = [{ event: "start" }, { event: "chance", move: "roll L1" }, take];
    const { view } = viewOf({ log, playing: { seq: 2, news: log[1] ?? {} } });
    expect(view.caption).toBe("The dice are cast.");
    expect(view.log.map(({ seq }) => seq)).toEqual([1]);
    expect(viewOf({ log }).view.log).toHaveLength(3);
  });
});

describe("clocks", () => {
  const seats = [
    { clock: 9000, running: true },
    { clock: 15000, running: false },
  ];
  const clocks = (clock: string) => {
    const { view } = viewOf({ clock, seats });
    return (view.shown?.seats ?? []).map((seat) => view.latest(seat).clock);
  };

  it("for each move are shown while they run", () => {
    expect(clocks("move")).toEqual([9000, null]);
  });

  it("for the whole game are always shown", () => {
    expect(clocks("game")).toEqual([9000, 15000]);
  });
});
