/** Where lines and labels of the chart of totals lie. */
import type { HistoryRow, Seat } from "$lib/protocol";

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 5];

/** Round numbers around all values and nought, at most `most` + 1 of them. */
export function scaleOf(values: readonly number[], most = 6): Scale {
  const least = Math.min(0, ...values);
  const greatest = Math.max(0, ...values);
  const span = Math.max(1, greatest - least);
  for (let size = 1; ; size *= 10)
    for (const one of STEPS) {
      const step = one * size;
      const low = Math.floor(least / step) * step;
      const high = Math.max(low + step, Math.ceil(greatest / step) * step);
      if ((high - low) / step > most && step < span) continue;
      const ticks = [];
      for (let tick = low; tick <= high; tick += step)
        ticks.push(tick === 0 ? 0 : tick);
      return { low, high, ticks };
    }
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Line {
  seat: Seat;
  points: { x: number; y: number; round: number; total: number }[];
}

export function yOf(scale: Scale, box: Box, value: number): number {
  const part = (value - scale.low) / (scale.high - scale.low);
  return box.bottom - part * (box.bottom - box.top);
}

export function xOf(rounds: number, box: Box, round: number): number {
  return box.left + (round / Math.max(1, rounds)) * (box.right - box.left);
}

/** One line for each seat; everybody starts with nothing. */
export function linesOf(
  history: readonly HistoryRow[],
  seats: readonly Seat[],
  box: Box,
): { scale: Scale; lines: Line[] } {
  const totals = seats.map((seat) => [
    0,
    ...history.map((row) => row.totals[seat - 1] ?? 0),
  ]);
  const scale = scaleOf(totals.flat());
  const lines = seats.map((seat, i) => ({
    seat,
    points: (totals[i] ?? []).map((total, round) => ({
      x: xOf(history.length, box, round),
      y: yOf(scale, box, total),
      round,
      total,
    })),
  }));
  return { scale, lines };
}

/** Moves labels apart that would lie on one another, as little as may be. */
export function spread(
  wanted: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let last = top - gap;
  for (const one of order) last = one.y = Math.max(one.y, last + gap);
  last = bottom + gap;
  for (const one of order.reverse()) last = one.y = Math.min(one.y, last - gap);
  const result: number[] = [];
  for (const one of order) result[one.i] = one.y;
  return result;
}
