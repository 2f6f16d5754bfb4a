/** The game in words: what a die, a card, a move and an event are called, for
 * eyes and for screen readers. */
import { actionName } from "./actions";
import { wantedOf, type Wanted } from "./card";
import { listed, t, tc } from "./i18n.svelte";
import type {
  ActionInHand,
  CardInHand,
  Colour,
  DieText,
  Edition,
  Slot,
  State,
  SumWanted,
} from "./protocol";

export { errorText, ruleText } from "./errors";

export function faceOf(die: DieText): number {
  return Number(die.slice(1));
}

export function colourOf(die: DieText): Colour {
  return die[0] === "L" || die[0] === "D" ? die[0] : "R";
}

export function colourName(edition: Edition, colour: Colour | "*"): string {
  if (colour === "R") return tc("dice of a colour", "red");
  if (colour === "*") return t("any colour");
  if (edition === "schmidt")
    return colour === "L"
      ? tc("dice of a colour", "white")
      : tc("dice of a colour", "black");
  return colour === "L"
    ? tc("dice of a colour", "orange")
    : tc("dice of a colour", "blue");
}

/** "blue 5" */
export function dieName(edition: Edition, die: DieText): string {
  const face = faceOf(die);
  switch (colourOf(die)) {
    case "R":
      return tc("a die", "red {face}", { face });
    case "L":
      return edition === "schmidt"
        ? tc("a die", "white {face}", { face })
        : tc("a die", "orange {face}", { face });
    case "D":
      return edition === "schmidt"
        ? tc("a die", "black {face}", { face })
        : tc("a die", "blue {face}", { face });
  }
}

export function diceNames(edition: Edition, dice: DieText[]): string {
  return dice.length === 0
    ? t("no dice")
    : listed(dice.map((die) => dieName(edition, die)));
}

/** "a blue 5", "any orange die", "any 6", "any die" */
export function slotName(
  edition: Edition,
  slot: Pick<Slot, "colour" | "face">,
): string {
  const { colour, face } = slot;
  if (colour === "*") return face === 0 ? t("any die") : t("any {face}", { face });
  if (face > 0) return dieName(edition, `${colour}${face}`);
  return t("any {colour} die", { colour: colourName(edition, colour) });
}

export function sumName(edition: Edition, sum: SumWanted): string {
  const colour = colourName(edition, sum.colour);
  const any = sum.colour === "*";
  if (sum.count > 0) {
    const values = { colour, low: sum.low, high: sum.high ?? 0, count: sum.count };
    if (sum.high === null)
      return any
        ? t("exactly {count} dice adding to {low} or more", values)
        : t("exactly {count} dice, {colour}, adding to {low} or more", values);
    if (sum.low === sum.high)
      return any
        ? t("exactly {count} dice adding to {low}", values)
        : t("exactly {count} dice, {colour}, adding to {low}", values);
    return any
      ? t("exactly {count} dice adding to {high} or less", values)
      : t("exactly {count} dice, {colour}, adding to {high} or less", values);
  }
  const values = { colour, low: sum.low, high: sum.high ?? 0 };
  if (sum.high === null)
    return any
      ? t("dice adding to {low} or more", values)
      : t("dice, {colour}, adding to {low} or more", values);
  if (sum.low === sum.high)
    return any
      ? t("dice adding to {low}", values)
      : t("dice, {colour}, adding to {low}", values);
  return any
    ? t("dice adding to {high} or less", values)
    : t("dice, {colour}, adding to {high} or less", values);
}

export function comboName(
  edition: Edition,
  { slots, sum }: Partial<Pick<Wanted, "slots"> & { sum: SumWanted | null }>,
): string {
  return sum
    ? sumName(edition, sum)
    : listed((slots ?? []).map((slot) => slotName(edition, slot)));
}

export function cardName(edition: Edition, card: CardInHand | ActionInHand): string {
  return card.kind === "combo"
    ? comboName(edition, card)
    : actionName(edition, card.text);
}

/** A card that was laid or discarded: all that is known is its deck's text. */
export function cardTextName(edition: Edition, text: string): string {
  const wanted = wantedOf(text);
  return wanted ? comboName(edition, wanted) : actionName(edition, text);
}

export function seatName(state: State | null, seat: number | null | undefined): string {
  if (seat === null || seat === undefined) return "";
  const found = state?.seats.find((one) => one.seat === seat);
  return found?.name ?? t("Player {seat}", { seat });
}

/** The dice that a move names, in order. */
export function diceOfMove(move: string): DieText[] {
  return move.match(/\b[LDR][1-6]\b/g) ?? [];
}

/** A move as something to choose: "Take blue 5". */
export function moveName(edition: Edition, move: string): string {
  const [verb = "", what = ""] = move.split(" ");
  const dice = diceOfMove(move);
  const die = dice[0] ? dieName(edition, dice[0]) : "";
  const other = dice[1] ? dieName(edition, dice[1]) : "";
  switch (verb) {
    case "take":
      return t("Take {die}", { die });
    case "pass":
      return tc("a move", "Pass");
    case "done":
      return t("End the turn");
    case "lay":
      return t("Lay your dice like this");
    case "discard":
      return t("Discard card {place}", { place: what });
    case "keep":
      return t("Keep all cards");
    case "draw":
      return t("Draw");
  }
  switch (what) {
    case "reroll":
      return t("Re-roll {dice}", { dice: diceNames(edition, dice) });
    case "take":
      return t("Take two");
    case "change":
    case "shift":
      return t("Turn {die} into {other}", { die, other });
    case "swap":
      return t("Swap the faces of {die} and {other}", { die, other });
    case "cast":
      return other
        ? t("Cast {die} at {other}", { die, other })
        : t("Cast {die} back", { die });
  }
  return move;
}
