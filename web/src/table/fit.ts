/** What dice in the tray would do for my cards. The rules are the server's: here
 * its short lists become something to look up. */
import type { DieText, Moves } from "$lib/protocol";

export interface Help {
  /** Of the card. */
  place: number;
  /** A card that is complete already may be joined by more dice. */
  how: "completes" | "joins" | "nearer";
  /** So many dice would be on it, and on a sum they add to this. */
  dice: number;
  pips: number;
}

export interface Fit {
  /** What the round would be worth with the die. */
  net: number;
  helps: Help[];
}

export type Fits = ReadonlyMap<DieText, Fit>;

function helpOf([place = 0, dice, pips = 0]: number[]): Help {
  const how = dice === undefined ? "completes" : dice === 0 ? "joins" : "nearer";
  return { place, how, dice: dice ?? 0, pips };
}

/** Of those dice among `may` only. */
export function fitsOf(
  moves: Moves | null | undefined,
  may: readonly DieText[] = moves?.take ?? [],
): Fits {
  const { take = [], nets = [], helps = [] } = moves ?? {};
  return new Map(
    take.flatMap((die, i): [DieText, Fit][] =>
      may.includes(die)
        ? [[die, { net: nets[i] ?? 0, helps: (helps[i] ?? []).map(helpOf) }]]
        : [],
    ),
  );
}

/** The dice that help a card. */
export function diceFor(fits: Fits, place: number): DieText[] {
  return [...fits].flatMap(([die, { helps }]) =>
    helps.some((one) => one.place === place) ? [die] : [],
  );
}

export function helpFor(fit: Fit | null, place: number): Help | null {
  return fit?.helps.find((one) => one.place === place) ?? null;
}
