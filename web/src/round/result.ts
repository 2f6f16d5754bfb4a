/** What a round brought everybody, put together for showing: from the news of it,
 * or from the state afterwards. */
import type {
  DieText,
  LaidCard,
  RoundScore,
  Seat,
  State,
  SurplusDie,
} from "$lib/protocol";
import type { LogEntry } from "$lib/table.svelte";

export interface ResultRow {
  seat: Seat;
  points: number;
  chips: number;
  net: number;
  laid: LaidCard[];
  surplus: SurplusDie[];
  red: number;
  /** Totals, or null where piles are face down. */
  before: number | null;
  after: number | null;
}

export interface RoundResult {
  round: number;
  rows: ResultRow[];
}

function rowOf(seat: Seat, score: RoundScore, after: number | null): ResultRow {
  return {
    seat,
    points: score.points,
    chips: score.chips,
    net: score.net,
    laid: score.laid,
    surplus: score.surplus ?? [],
    red: score.red ?? 0,
    before: after === null ? null : after - score.net,
    after,
  };
}

/** The last round that was scored; `scored` if its news are on screen and the
 * state may not have it yet. */
export function resultOf(
  state: State,
  scored?: RoundScore[] | null,
): RoundResult | null {
  const game = state.game;
  if (!game) return null;
  if (scored && game.phase === "lay")
    return {
      round: game.round,
      rows: game.players.map(({ seat, total }, i) => {
        const score = scored[i] ?? NOTHING;
        return rowOf(seat, score, total === null ? null : total + score.net);
      }),
    };
  const last = game.history.at(-1);
  if (!last || !game.players.some((player) => player.round)) return null;
  return {
    round: last.round,
    rows: game.players.map(({ seat, round, total }) =>
      rowOf(
        seat,
        round ?? NOTHING,
        total === null ? null : (last.totals[seat - 1] ?? total),
      ),
    ),
  };
}

const NOTHING: RoundScore = { points: 0, chips: 0, net: 0, laid: [] };

/** Once the next dice are cast, the state no longer says which dice were left
 * over; the log may. */
export function withLog(result: RoundResult, log: readonly LogEntry[]): RoundResult {
  const scored = [...log].reverse().find((entry) => entry.news.scored)?.news.scored;
  if (!scored || result.rows.some(({ net }, i) => scored[i]?.net !== net))
    return result;
  return {
    ...result,
    rows: result.rows.map((row, i) => ({
      ...row,
      surplus: scored[i]?.surplus ?? [],
      red: scored[i]?.red ?? 0,
    })),
  };
}

/** All dice of a row: those on cards first, in the order of cards and slots. */
export function diceOfRow(
  row: ResultRow,
): { die: DieText; card: number; slot: number }[] {
  return [
    ...row.laid.flatMap(({ dice }, card) =>
      dice.map((die, slot) => ({ die, card, slot })),
    ),
    ...row.surplus.map(({ die }, slot) => ({ die, card: -1, slot })),
  ];
}

/** How long a die travels onto its card, and how long after the one before. */
export const TRAVEL_MS = 480;
export const NEXT_DIE_MS = 70;

/** How long it takes until the last of them lies there. */
export function travelMs(dice: number): number {
  return TRAVEL_MS + 140 + dice * NEXT_DIE_MS;
}
