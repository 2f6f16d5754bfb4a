/** Which of my dice lies on which card, while I try ways to lay them. What a
 * lay-out is worth, and whether a card is complete, only the engine knows. */
import type { DieText, LaidDice } from "$lib/protocol";

export interface EditorDie {
  /** Tells two equal dice apart. */
  id: number;
  die: DieText;
  /** The card's place in the hand, or 0: left over. */
  place: number;
}

export type Editor = readonly EditorDie[];

/** The dice as a lay-out has them; those it does not name are left over. */
export function editorOf(dice: readonly DieText[], lay: readonly LaidDice[]): Editor {
  const open = lay.flatMap(({ place, dice: on }) => on.map((die) => ({ die, place })));
  return dice.map((die, id) => {
    const found = open.findIndex((one) => one.die === die);
    const place = found < 0 ? 0 : (open.splice(found, 1)[0]?.place ?? 0);
    return { id, die, place };
  });
}

export function moved(editor: Editor, id: number, place: number): Editor {
  return editor.map((one) => (one.id === id ? { ...one, place } : one));
}

export function diceOn(editor: Editor, place: number): EditorDie[] {
  return editor.filter((one) => one.place === place);
}

/** The places that have dice, ascending. */
export function placesOf(editor: Editor): number[] {
  const places = new Set(editor.map((one) => one.place));
  places.delete(0);
  return [...places].sort((a, b) => a - b);
}

/** The move that lays what is on these cards; one text for one lay-out. */
export function layText(editor: Editor, places: readonly number[]): string {
  const parts = [...places]
    .sort((a, b) => a - b)
    .map((place) => ({ place, dice: diceOn(editor, place).map((one) => one.die) }))
    .filter(({ dice }) => dice.length > 0)
    .map(({ place, dice }) => `${place}:${[...dice].sort(byKind).join(",")}`);
  return parts.length === 0 ? "lay none" : `lay ${parts.join(" ")}`;
}

const COLOURS = "LDR";

/** Light, dark, red, and ascending, as moves are written. */
export function byKind(a: DieText, b: DieText): number {
  const colour = COLOURS.indexOf(a[0] ?? "") - COLOURS.indexOf(b[0] ?? "");
  return colour === 0 ? a.localeCompare(b) : colour;
}

/** The same dice on the same cards, whichever of equal ones it is. */
export function sameLay(a: Editor, b: Editor): boolean {
  const places = [...new Set([...placesOf(a), ...placesOf(b)])];
  return layText(a, places) === layText(b, places);
}

/** Dice in the order that the engine gives for a card's slots. */
export function inOrder(
  dice: readonly EditorDie[],
  order: readonly DieText[],
): EditorDie[] {
  const left = [...dice];
  const sorted = order.flatMap((die) => {
    const found = left.findIndex((one) => one.die === die);
    return found < 0 ? [] : left.splice(found, 1);
  });
  return [...sorted, ...left];
}
