/** Who came where, and what was the best round of the game: for showing only,
 * from the figures that the table gives. */
import type { Game, HistoryRow, Seat } from "$lib/protocol";

export interface Placed {
  seat: Seat;
  /** From 1; equal totals share it. */
  place: number;
  total: number;
  points: number;
  chips: number;
  shared: boolean;
}

export function ranking(players: Game["players"]): Placed[] {
  const sorted = [...players].sort(
    (a, b) => (b.total ?? 0) - (a.total ?? 0) || a.seat - b.seat,
  );
  return sorted.map((player) => {
    const total = player.total ?? 0;
    const better = sorted.filter((other) => (other.total ?? 0) > total).length;
    const equal = sorted.filter((other) => (other.total ?? 0) === total).length;
    return {
      seat: player.seat,
      place: better + 1,
      total,
      points: player.points ?? 0,
      chips: player.chips,
      shared: equal > 1,
    };
  });
}

export interface RoundGain {
  round: number;
  points: number;
  chips: number;
  net: number;
  total: number;
}

/** What each round brought a seat: history has how it stood after each. */
export function gains(history: readonly HistoryRow[], seat: Seat): RoundGain[] {
  let points = 0;
  let chips = 0;
  return history.map((row) => {
    const now = {
      points: row.points[seat - 1] ?? 0,
      chips: row.chips[seat - 1] ?? 0,
    };
    const gain = { points: now.points - points, chips: now.chips - chips };
    points = now.points;
    chips = now.chips;
    return {
      round: row.round,
      ...gain,
      net: gain.points - gain.chips,
      total: row.totals[seat - 1] ?? 0,
    };
  });
}

export interface Moment extends RoundGain {
  seat: Seat;
}

/** The rounds that brought most; several if they brought the same. None if no
 * round brought anything. */
export function bestMoments(game: Pick<Game, "history" | "players">): Moment[] {
  const all = game.players.flatMap(({ seat }) =>
    gains(game.history, seat).map((gain) => ({ seat, ...gain })),
  );
  const most = Math.max(0, ...all.map((one) => one.net));
  return most > 0 ? all.filter((one) => one.net === most) : [];
}
