/** The game in words: what a die, a card, a move and an event are called, for
 * eyes and for screen readers. */
import { actionName } from "./actions";
import { CARDS } from "$/generated/cards";
import { SHADES } from "$/generated/shades";
import { listed, t, tc, told, toldOf } from "./i18n.svelte";
import { levelName } from "./levels";
import type {
  Colour,
  DieText,
  Edition,
  PrintedCard,
  SeatState,
  State,
  WantedSlot,
  WantedSum,
} from "./protocol";

export { errorText, ruleText } from "./errors";

export function faceOf(die: DieText): number {
  return Number(die.slice(1));
}

export function colourOf(die: DieText): Colour {
  return die[0] === "L" || die[0] === "D" ? die[0] : "R";
}

/** What a colour of dice is in an edition. Adjectives follow their nouns in most
 * languages, so every shade has whole phrases of its own. */
export type Shade = keyof typeof CARDS.face;

export function shadeOf(edition: Edition, colour: Colour | "*"): Shade {
  return SHADES[edition][colour];
}

const COLOURS: Record<Shade, () => string> = {
  orange: () => tc("dice of a colour", "orange"),
  blue: () => tc("dice of a colour", "blue"),
  white: () => tc("dice of a colour", "white"),
  black: () => tc("dice of a colour", "black"),
  red: () => tc("dice of a colour", "red"),
  any: () => t("any colour"),
};

export function colourName(edition: Edition, colour: Colour | "*"): string {
  return COLOURS[shadeOf(edition, colour)]();
}

const FACES: Record<Shade, (face: number) => string> = {
  orange: (face) => tc("a die", "orange {face}", { face }),
  blue: (face) => tc("a die", "blue {face}", { face }),
  white: (face) => tc("a die", "white {face}", { face }),
  black: (face) => tc("a die", "black {face}", { face }),
  red: (face) => tc("a die", "red {face}", { face }),
  any: String,
};

/** "blue 5" */
export function dieName(edition: Edition, die: DieText): string {
  return FACES[shadeOf(edition, colourOf(die))](faceOf(die));
}

export function diceNames(edition: Edition, dice: DieText[]): string {
  return dice.length === 0
    ? t("no dice")
    : listed(dice.map((die) => dieName(edition, die)));
}

/** "a blue 5", after a verb. */
export function aDie(edition: Edition, die: DieText): string {
  return told(CARDS.face[shadeOf(edition, colourOf(die))], faceOf(die));
}

/** "a blue 5 and three orange 6s", after a verb. */
export function someDice(edition: Edition, dice: DieText[]): string {
  if (dice.length === 0) return t("no dice");
  return listed(
    [...new Set(dice)].map((die) =>
      slotsName(
        edition,
        { colour: colourOf(die), face: faceOf(die) },
        dice.filter((one) => one === die).length,
      ),
    ),
  );
}

function numberWord(count: number): string | number {
  const word = CARDS.number[count];
  return word ? told(word) : count;
}

/** "a blue 5", "two blue 5s", "any orange die" */
function slotsName(
  edition: Edition,
  { colour, face }: { colour: Colour | "*"; face: number },
  count: number,
): string {
  const shade = shadeOf(edition, colour);
  const many = numberWord(count);
  if (face === 0)
    return count === 1
      ? told(CARDS.anyDie[shade])
      : toldOf(CARDS.dice[shade], count, many);
  return count === 1
    ? told(CARDS.face[shade], face)
    : toldOf(CARDS.faces[shade], count, many, face);
}

/** "any number of blue dice that add up to more than 9" */
function sumName(edition: Edition, { colour, count, low, high }: WantedSum): string {
  const shade = shadeOf(edition, colour);
  const forms = shade === "any" ? CARDS.ofSum : CARDS.dice[shade];
  const dice =
    count > 1
      ? toldOf(forms, count, numberWord(count))
      : told((count === 1 ? CARDS.anyDie : CARDS.anyNumber)[shade]);
  const { exactly, more, less } =
    count === 1
      ? { exactly: CARDS.oneExactly, more: CARDS.oneMore, less: CARDS.oneLess }
      : CARDS;
  if (high === null) return told(more, dice, low - 1);
  return low === high ? told(exactly, dice, low) : told(less, dice, high + 1);
}

/** What a card is: of a combo what it wants, equal dice together. */
export function cardName(
  edition: Edition,
  { text, slots = [], sum }: PrintedCard,
): string {
  if (sum) return sumName(edition, sum);
  if (slots.length === 0) return actionName(edition, text);
  const same = (a: WantedSlot) => (b: WantedSlot) =>
    a.colour === b.colour && a.face === b.face;
  return listed(
    slots
      .filter((slot, i) => slots.findIndex(same(slot)) === i)
      .map((slot) => slotsName(edition, slot, slots.filter(same(slot)).length)),
  );
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
