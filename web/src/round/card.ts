/** A card's text, as decks write it, taken apart for drawing. */
import type { Colour } from "$lib/protocol";

export interface Wanted {
  points: number;
  slots: { colour: Colour | "*"; face: number }[];
  sum: { colour: Colour | "*"; count: number; sign: string; value: number } | null;
}

/** Null for an action: it wants no dice. */
export function wantedOf(text: string): Wanted | null {
  const [points = "", first = "", ...rest] = text.split(" ");
  if (!/^\d+$/.test(points)) return null;
  if (first !== "sum")
    return {
      points: Number(points),
      slots: [first, ...rest].map(slotOf),
      sum: null,
    };
  const [what = "*", sign = "=", value = "0"] = rest;
  return {
    points: Number(points),
    slots: [],
    sum: {
      colour: (what.at(-1) ?? "*") as Colour | "*",
      count: Number.parseInt(what, 10) || 0,
      sign,
      value: Number(value),
    },
  };
}

function slotOf(text: string): { colour: Colour | "*"; face: number } {
  const face = Number(text[1]);
  return {
    colour: (text[0] ?? "*") as Colour | "*",
    face: Number.isNaN(face) ? 0 : face,
  };
}
