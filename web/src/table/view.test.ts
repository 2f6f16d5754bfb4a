import type { Phrase } from "$/generated/phrases";
import { afterEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
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
  /** It is a replay. */
  old?: boolean;
  phase?: string;
  done?: boolean;
  undo?: boolean;
  hurry?: boolean;
  hurries?: boolean;
  hints?: boolean;
  /** Whose eyes these are, if not by itself. */
  eyes?: number | null;
  allow?: (move: string) => boolean;
}

const MOVES = {
  take: ["L1", "D5"],
  pass: true,
  done: false,
  play: [{ card: 5, shape: "throw", form: "play cast {die}" }],
};

function viewOf(wanted: Wanted = {}) {
  const { turn = 1, takes = 1, clock = "none", playing = null } = wanted;
  const seats = [1, 2].map((seat, i) => ({
    seat,
    kind: "person",
    name: ["Anna", "Ben"][i],
    ...wanted.seats?.[i],
  }));
  const state = {
    phase: wanted.phase ?? "playing",
    games: 1,
    position: 7,
    you: {
      seat: 1,
      host: true,
      undo: wanted.undo ?? false,
      ...(wanted.hurry ? { hurry: true } : {}),
    },
    settings: {
      edition: "gamewright",
      hints: wanted.hints ?? true,
      clock: { kind: clock },
    },
    seats,
    game: {
      phase: "turn",
      turn,
      takes,
      tray: ["L1", "D5"],
      deciders: [turn],
      history: [],
      players: [1, 2].map((seat) => ({ seat, dice: [], passed: false })),
      moves: turn === 1 ? { ...MOVES, done: wanted.done ?? false } : null,
    },
  } as unknown as State;
  const done: number[] = [];
  const source = {
    live: !wanted.old,
    state,
    shown: wanted.late ? { ...state, position: 6, seats: [] } : state,
    playing,
    log: (wanted.log ?? []).map(
      (news, i) =>
        ({ seq: i + 1, news: { event: "move", time: 0, ...news } }) as LogEntry,
    ),
    finished: (seq: number) => done.push(seq),
    hurry: () => Promise.resolve(),
    hurries: wanted.hurries ?? false,
  } as unknown as TableSource;
  const view = new TableView(() => ({
    source,
    eyes: wanted.eyes,
    allow: wanted.allow ?? (() => true),
  }));
  return { view, done };
}

describe("skipping ahead", () => {
  it("is offered when the server says so, and once", () => {
    expect(viewOf().view.mayHurry).toBe(false);
    expect(viewOf({ hurry: true }).view.mayHurry).toBe(true);
    expect(viewOf({ hurry: true, hurries: true }).view.mayHurry).toBe(false);
    expect(viewOf({ hurry: true, old: true }).view.mayHurry).toBe(false);
  });
});

describe("what I may do", () => {
  it("is what the server says", () => {
    const { view } = viewOf();
    expect(view.mine).toBe(true);
    expect(view.moves).toEqual(MOVES);
    expect(turnText(view)).toBe("Your turn: take a die, or pass.");
    expect(viewOf({ done: true }).view.moves?.done).toBe(true);
    expect(turnText(viewOf({ takes: 2 }).view)).toBe(
      "Your turn: take up to two dice, or pass.",
    );
  });

  it("is nothing while the screen is behind, or it is another's turn", () => {
    expect(viewOf({ late: true }).view.moves).toBeNull();
    const { view } = viewOf({ turn: 2 });
    expect(view.mine).toBe(false);
    expect(turnText(view)).toBe("It is Ben's turn.");
  });

  it("is nothing in a game of long ago, whoever looks", () => {
    const { view } = viewOf({ old: true, undo: true });
    expect(view.moves).toBeNull();
    expect(view.undo).toBe(false);
    expect(view.mayHint).toBe(false);
  });

  it("is taking back and asking for a hint where the table allows it", () => {
    expect(viewOf().view.undo).toBe(false);
    expect(viewOf({ undo: true }).view.undo).toBe(true);
    expect(viewOf().view.mayHint).toBe(true);
    expect(viewOf({ hints: false }).view.mayHint).toBe(false);
    expect(viewOf({ eyes: null }).view.mayHint).toBe(false);
  });

  it("is less in a lesson", () => {
    const { view } = viewOf({ done: true, allow: (move) => move === "take D5" });
    expect(view.moves).toEqual({ take: ["D5"], pass: false, done: false, play: [] });
    expect(view.mayHint).toBe(false);
    const wants = viewOf({ undo: true, allow: (move) => move !== "undo" });
    expect(wants.view.undo).toBe(false);
  });

  it.each<Phrase>([
    ["ROUND", 1, 1, 6, ["L1", "D5"]],
    ["LANDS", null, "D4"],
  ])("is nothing while dice tumble: %s", (...phrase) => {
    const news: Partial<News> = { event: "chance", tale: [phrase] };
    const { view, done } = viewOf({ playing: { seq: 3, news } });
    expect(view.mine).toBe(false);
    view.landed();
    expect(done).toEqual([3]);
  });
});

describe("whose eyes these are", () => {
  it("is who sits here, or who was asked for", () => {
    expect(viewOf().view.me).toBe(1);
    expect(viewOf().view.others.map(({ seat }) => seat)).toEqual([2]);
    const { view } = viewOf({ eyes: 2 });
    expect(view.me).toBe(2);
    expect(view.mySeat?.name).toBe("Ben");
    expect(viewOf({ eyes: null }).view.myself).toBeNull();
  });
});

describe("what happens", () => {
  afterEach(() => (prefs.now.motion = "auto"));
  const take: Partial<News> = { event: "move", seat: 2, tale: [["TAKES", 2, "D5"]] };
  const roll: Partial<News> = {
    event: "chance",
    tale: [["ROUND", 1, 1, 6, ["L1"]]],
  };

  it("hides a die at its owner until it has arrived", () => {
    const { view, done } = viewOf({ playing: { seq: 4, news: take } });
    expect(view.coming(2)).toBe("D5");
    expect(view.coming(1)).toBeNull();
    view.landed();
    expect(view.coming(2)).toBeNull();
    expect(done).toEqual([]); // it has its time on screen all the same
  });

  it("hides nothing from who wants no motion", () => {
    prefs.now.motion = "less";
    expect(viewOf({ playing: { seq: 4, news: take } }).view.coming(2)).toBeNull();
  });

  it("shows an action that is played as its card says it", () => {
    const momentOf = (news: Partial<News>) =>
      viewOf({ playing: { seq: 4, news } }).view.moment;
    expect(momentOf({ ...take, tale: [["CASTS", 2, "D5", "cast"]] })).toBe("cast");
    expect(momentOf({ event: "undo", seat: 2, tale: [["UNDOES", 2]] })).toBeNull();
    expect(momentOf(take)).toBeNull();
  });

  it("ends with the game, once the last round has been seen", () => {
    expect(viewOf().view.gameOver).toBe(false);
    expect(viewOf({ phase: "over" }).view.gameOver).toBe(true);
    const news: Partial<News> = { event: "move", scored: [] };
    const { view } = viewOf({ phase: "over", playing: { seq: 9, news } });
    expect([view.roundEnd, view.gameOver]).toEqual([true, false]);
  });

  it("is told as far as it is seen, and stays to be read", () => {
    const log: Partial<News>[] = [roll, take, { seat: 2, tale: [["PASSES", 2]] }];
    expect(viewOf({ log }).view.caption).toBe("Ben passes.");
    const { view } = viewOf({ log, playing: { seq: 2, news: take } });
    expect(view.log.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(view.caption).toBe("Ben takes a blue 5.");
  });

  it("is told of dice that are cast, but what they show only when they lie", () => {
    const log: Partial<News>[] = [{ event: "start" }, roll, take];
    const { view } = viewOf({ log, playing: { seq: 2, news: roll } });
    expect(view.caption).toBe("The dice are cast.");
    expect(view.log.map(({ seq }) => seq)).toEqual([1]);
    expect(viewOf({ log }).view.log).toHaveLength(3);
  });
});

describe("who is there", () => {
  it("is told at once, before the screen has come so far", () => {
    const { view } = viewOf({ late: true, seats: [{}, { present: false }] });
    const before = { seat: 2, name: "Ben", present: true } as SeatState;
    expect(view.latest(before).present).toBe(false);
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
