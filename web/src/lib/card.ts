/** A card's text, as decks write it, taken apart for drawing and for words. */
import type { Slot, SumWanted } from "./protocol";

export interface Wanted {
  points: number;
  slots: Pick<Slot, "colour" | "face">[];
  sum: (SumWanted & { sign: string; value: number }) | null;
}

/** Null for an action: it wants no dice. */
export function wantedOf(text: string): Wanted | null {
  const [first = "", ...rest] = text.split(" ");
  const points = Number(first);
  if (!Number.isInteger(points)) return null;
  return rest[0] === "sum"
    ? { points, slots: [], sum: sumOf(rest.slice(1)) }
    : { points, slots: rest.map(slotOf), sum: null };
}

function sumOf([what = "*", sign = "=", bound = "0"]: string[]): Wanted["sum"] {
  const value = Number(bound);
  return {
    colour: (what.at(-1) ?? "*") as SumWanted["colour"],
    count: Number.parseInt(what, 10) || 0,
    sign,
    value,
    low: sign === ">" ? value + 1 : sign === "<" ? 1 : value,
    high: sign === ">" ? null : sign === "<" ? value - 1 : value,
    now: 0,
  };
}

function slotOf(text: string): Wanted["slots"][0] {
  return { colour: (text[0] ?? "*") as Slot["colour"], face: Number(text[1]) || 0 };
}
