/** For looking at the table without a server: what is asked of it, and states that
 * are seldom come by. */
import { stillTable } from "$/round/still";
import type { Answer, Hint, News, PlayOption, State } from "$lib/protocol";
import type { LogEntry, TableSource } from "$lib/table.svelte";

const advice = [
  {
    move: "play change L4 L1 cost 1",
    plan: [["PLAN_TURN", null, "L4", "L1", 1]],
    tray: ["L4"],
    own: [],
    face: "L1",
    place: 5,
    cards: [5],
    gain: 3.84,
    spread: 2.21,
    win: 0.031,
    tale: [["HURTS", 2]],
    combos: [0.0, 0.0, 1.0, 0.504],
  },
  {
    move: "pass",
    plan: [["PLAN_PASS", null]],
    tray: [],
    own: [],
    cards: [],
    gain: 4.0,
    spread: 0.0,
    win: 0.021,
    tale: [["STOP", null]],
    combos: [0.0, 0.0, 1.0, 0.0],
  },
  {
    move: "take L3",
    plan: [["PLAN_TAKE", null, "L3"]],
    tray: ["L3"],
    own: [],
    cards: [],
    gain: 3.04,
    spread: 0.39,
    win: 0.017,
    tale: [["DENIES", 3, "L3"]],
    combos: [0.009, 0.0, 1.0, 0.0],
  },
  {
    move: "take L2",
    plan: [["PLAN_TAKE", null, "L2"]],
    tray: ["L2"],
    own: [],
    cards: [],
    gain: 3.0,
    spread: 0.0,
    win: 0.014,
    tale: [["DENIES", 3, "L2"]],
    combos: [0.0, 0.0, 1.0, 0.0],
  },
  {
    move: "take D3",
    plan: [["PLAN_TAKE", null, "D3"]],
    tray: ["D3"],
    own: [],
    cards: [],
    gain: 3.0,
    spread: 0.0,
    win: 0.013,
    tale: [["NOTHING", null]],
    combos: [0.0, 0.0, 1.0, 0.0],
  },
] as Hint[];

const ROLLED = ["L1", "L1", "L3", "L4", "D1", "D4", "D4", "D5", "D6", "R1", "R3"];

const moves: Partial<News>[] = [
  { event: "chance", tale: [["ROUND", 2, 1, 6, ROLLED]] },
  { event: "move", seat: 2, by: "person", tale: [["TAKES", 2, "D6"]] },
  { event: "move", seat: 3, by: "bot", tale: [["SWAPS", 3, "L3", "D5", "swap"]] },
  { event: "move", seat: 3, by: "bot", tale: [["TAKES", 3, "D3"]] },
  { event: "move", seat: 1, by: "person", tale: [["TAKES", 1, "D1"]] },
  {
    event: "move",
    seat: 2,
    by: "late",
    tale: [
      ["LATE", 2],
      ["PASSES", 2],
    ],
  },
];

const story: LogEntry[] = moves.map((news, i) => ({
  seq: i + 1,
  news: { event: "move", time: 0, ...news },
}));

/** A state in which another action is in the hand. */
export function withAction(
  state: State,
  text: string,
  option: Partial<PlayOption>,
): State {
  if (!state.game) return state;
  const place = state.game.hand?.find(({ kind }) => kind === "action")?.place ?? 5;
  return {
    ...state,
    game: {
      ...state.game,
      hand: (state.game.hand ?? []).map((card) =>
        card.kind === "action" ? { ...card, text } : card,
      ),
      moves: { ...state.game.moves, play: [{ place, action: text, ...option }] },
    },
  };
}

/** A table on which the games of this gallery are played. */
export function sampleTable(
  state: State,
  more: Partial<TableSource> = {},
): TableSource {
  const done = (): Promise<Answer> => Promise.resolve({ re: null, ok: true });
  return stillTable(state, {
    log: story,
    send: done,
    undo: done,
    tryMove: (move) => {
      const option = state.game?.moves?.play?.[0];
      const tray = state.game?.tray ?? [];
      return Promise.resolve({
        legal: true,
        move,
        cost: option?.cost ?? 0,
        tray,
        takes: 1,
      });
    },
    hint: () => Promise.resolve(advice),
    ...more,
  });
}
