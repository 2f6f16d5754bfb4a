/** The game in words: what a die, a card, a move and an event are called, for
 * eyes and for screen readers. */
import { actionName } from "./actions";
import { wantedOf, type Wanted } from "./card";
import { listed, n, t, tc } from "./i18n.svelte";
import { levelName } from "./levels";
import type {
  ActionInHand,
  CardInHand,
  Colour,
  DieText,
  Edition,
  SeatState,
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

/** What a colour of dice is called in an edition. Adjectives follow their nouns in
 * most languages, so every shade has whole phrases of its own. */
export type Shade = "orange" | "blue" | "white" | "black" | "red" | "any";

export function shadeOf(edition: Edition, colour: Colour | "*"): Shade {
  if (colour === "R") return "red";
  if (colour === "*") return "any";
  if (edition === "schmidt") return colour === "L" ? "white" : "black";
  return colour === "L" ? "orange" : "blue";
}

const ANY_DIE: Record<Shade, () => string> = {
  orange: () => t("any orange die"),
  blue: () => t("any blue die"),
  white: () => t("any white die"),
  black: () => t("any black die"),
  red: () => t("any red die"),
  any: () => t("any die"),
};

const ANY_NUMBER: Record<Shade, () => string> = {
  orange: () => t("any number of orange dice"),
  blue: () => t("any number of blue dice"),
  white: () => t("any number of white dice"),
  black: () => t("any number of black dice"),
  red: () => t("any number of red dice"),
  any: () => t("any number of dice"),
};

const SO_MANY: Record<Shade, (count: number) => string> = {
  orange: (count) => n("one orange die", "{n} orange dice", count),
  blue: (count) => n("one blue die", "{n} blue dice", count),
  white: (count) => n("one white die", "{n} white dice", count),
  black: (count) => n("one black die", "{n} black dice", count),
  red: (count) => n("one red die", "{n} red dice", count),
  any: (count) => n("one die", "{n} dice", count),
};

/** "blue 5", "any orange die", "any 6", "any die" */
export function slotName(
  edition: Edition,
  slot: Pick<Slot, "colour" | "face">,
): string {
  const { colour, face } = slot;
  if (face === 0) return ANY_DIE[shadeOf(edition, colour)]();
  if (colour === "*") return t("any {face}", { face });
  return dieName(edition, `${colour}${face}`);
}

/** "one blue die of 4 or more" */
function oneSum(die: string, low: number, high: number | null): string {
  if (high === null) return t("{die} of {low} or more", { die, low });
  return low === high
    ? t("{die} of exactly {low}", { die, low })
    : t("{die} of {high} or less", { die, high });
}

/** "any number of blue dice that add up to 10 or more" */
export function sumName(edition: Edition, sum: SumWanted): string {
  const { colour, count, low, high } = sum;
  const shade = shadeOf(edition, colour);
  const dice = count > 0 ? SO_MANY[shade](count) : ANY_NUMBER[shade]();
  if (count === 1) return oneSum(dice, low, high);
  if (high === null) return t("{dice} that add up to {low} or more", { dice, low });
  return low === high
    ? t("{dice} that add up to exactly {low}", { dice, low })
    : t("{dice} that add up to {high} or less", { dice, high });
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

/** Whose result it is: a bot's where it played on for somebody who left. */
export function resultName(state: State | null, seat: number): string {
  const name = seatName(state, seat);
  const bot = state?.seats.find((one) => one.seat === seat)?.successor;
  return bot
    ? tc("whose result it is", "{bot} (bot for {name})", {
        bot: levelName(bot),
        name,
      })
    : name;
}

/** A bot has played on this seat to the end. */
export function isBot(seat: SeatState | undefined): boolean {
  return seat?.kind === "bot" || seat?.successor !== undefined;
}
