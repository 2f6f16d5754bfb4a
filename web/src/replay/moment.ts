/** A moment of a game: where in it, and from whose point of view. */
import type { Seat } from "$lib/protocol";

/** A seat, 0 for a spectator, or all hands face up. */
export type View = Seat | 0 | "all";

/** Reads an address; anything unknown means all hands face up. */
export function viewOf(text: string, players: number): View {
  if (text === "none") return 0;
  const seat = Number(text);
  return Number.isInteger(seat) && seat >= 1 && seat <= players ? seat : "all";
}

export function viewText(view: View): string {
  return view === 0 ? "none" : String(view);
}

/** The address of a moment. */
export function momentPath(
  table: string,
  game: number,
  at: number,
  view: View,
): string {
  const path = `/r/${encodeURIComponent(table)}/${game}`;
  const query = new URLSearchParams();
  if (at > 0) query.set("at", String(at));
  if (view !== "all") query.set("eyes", viewText(view));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

export function within(step: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(step)));
}

/** Where the next or the last round begins, seen from a step. */
export function roundFrom(
  rounds: readonly { step: number }[],
  step: number,
  direction: 1 | -1,
  last: number,
): number {
  const steps = [0, ...rounds.map((round) => round.step), last];
  return direction > 0
    ? (steps.find((one) => one > step) ?? last)
    : ([...steps].reverse().find((one) => one < step) ?? 0);
}
