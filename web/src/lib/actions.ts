/** The action cards: what each kind is called, what it does, and its picture.
 * One row a kind, found by the card's text in the deck with C for its colour and
 * N for its cost. What can be chosen with a card is the server's to say. */
import { n, t, tc } from "./i18n.svelte";
import type { Colour, DieText, Edition } from "./protocol";
import { shadeOf, type Shade } from "./words";

/** A part of a picture; C is the card's colour. */
export type Part =
  | { dice: DieText[]; small?: boolean }
  | { icon: "refresh" | "forward" | "undo" | "swap"; size?: number }
  | { sign: string };

interface Said {
  edition: Edition;
  shade: Shade;
  cost: number;
}

interface Kind {
  name: (said: Said) => string;
  /** Where there is no room for more; the picture says the rest. */
  short: () => string;
  /** What it does, in a sentence. */
  help: (said: Said) => string;
  picture: Part[];
}

/** A whole text for each colour that a card can have. */
type Texts = Record<Exclude<Shade, "red" | "any">, () => string>;

function whole(texts: Texts, shade: Shade): string {
  return shade === "red" || shade === "any" ? "" : texts[shade]();
}

const REROLL: Texts = {
  orange: () => t("Re-roll orange dice"),
  blue: () => t("Re-roll blue dice"),
  white: () => t("Re-roll white dice"),
  black: () => t("Re-roll black dice"),
};

const REROLL_HELP: Texts = {
  orange: () => t("Roll as many orange dice in the tray again as you like."),
  blue: () => t("Roll as many blue dice in the tray again as you like."),
  white: () => t("Roll all white dice in the tray again."),
  black: () => t("Roll all black dice in the tray again."),
};

const CHANGE: Texts = {
  orange: () => t("Change an orange die"),
  blue: () => t("Change a blue die"),
  white: () => t("Change a white die"),
  black: () => t("Change a black die"),
};

const CHANGE_HELP: Texts = {
  orange: () => t("Turn one orange die in the tray to any other face."),
  blue: () => t("Turn one blue die in the tray to any other face."),
  white: () => t("Turn one white die in the tray to any other face."),
  black: () => t("Turn one black die in the tray to any other face."),
};

const SHIFT: Texts = {
  orange: () => t("Shift an orange die by two"),
  blue: () => t("Shift a blue die by two"),
  white: () => t("Shift a white die by two"),
  black: () => t("Shift a black die by two"),
};

const SHIFT_HELP: Texts = {
  orange: () => t("Turn one orange die in the tray two up or two down."),
  blue: () => t("Turn one blue die in the tray two up or two down."),
  white: () => t("Turn one white die in the tray two up or two down."),
  black: () => t("Turn one black die in the tray two up or two down."),
};

const again = { icon: "refresh" } as const;

const reroll = () => tc("action card", "Re-roll");

const KINDS: Record<string, Kind> = {
  "reroll C": {
    name: ({ shade }) => whole(REROLL, shade),
    short: reroll,
    help: ({ shade }) => whole(REROLL_HELP, shade),
    picture: [{ dice: ["C0"] }, again],
  },
  "reroll R": {
    name: () => t("Re-roll red dice"),
    short: reroll,
    help: () => t("Roll all red dice in the tray again."),
    picture: [{ dice: ["R0"] }, again],
  },
  "reroll 4": {
    name: () => t("Re-roll up to four"),
    short: reroll,
    help: ({ edition }) =>
      edition === "schmidt"
        ? t("Roll one to four dice of the tray again, but no red ones.")
        : t("Roll one to four dice of the tray again."),
    picture: [{ dice: ["L0", "D0", "D0", "L0"] }, again],
  },
  "reroll *": {
    name: () => t("Re-roll all"),
    short: reroll,
    help: () => t("Roll all dice in the tray again."),
    picture: [{ dice: ["L0", "R0", "D0", "L0"] }, again],
  },
  "take 2": {
    name: () => t("Take two"),
    short: () => tc("action card", "Take two"),
    help: () => t("You may take two dice this turn."),
    picture: [{ dice: ["L0"] }, { dice: ["D0"] }],
  },
  "change C cost N": {
    name: ({ shade, cost }) => {
      const action = whole(CHANGE, shade);
      return cost === 0
        ? action
        : n("{action}, for one chip", "{action}, for {n} chips", cost, { action });
    },
    short: () => tc("action card", "Change"),
    help: ({ shade }) => whole(CHANGE_HELP, shade),
    picture: [
      { dice: ["C2"], small: true },
      { icon: "forward", size: 0.75 },
      { dice: ["C0"], small: true },
    ],
  },
  cast: {
    name: () => t("Cast back"),
    short: () => tc("action card", "Cast back"),
    help: () =>
      t(
        "Throw a die that you took back into the tray. Aimed at another die, it may turn that one too.",
      ),
    picture: [{ icon: "undo" }, { dice: ["D0"] }],
  },
  swap: {
    name: () => t("Swap"),
    short: () => tc("action card", "Swap"),
    help: ({ edition }) =>
      edition === "schmidt"
        ? t("A white and a black die in the tray trade their faces.")
        : t("An orange and a blue die in the tray trade their faces."),
    picture: [
      { dice: ["L2"], small: true },
      { icon: "swap", size: 0.9 },
      { dice: ["D5"], small: true },
    ],
  },
  "shift C 2": {
    name: ({ shade }) => whole(SHIFT, shade),
    short: () => tc("action card", "Shift"),
    help: ({ shade }) => whole(SHIFT_HELP, shade),
    picture: [{ dice: ["C3"] }, { sign: "±2" }],
  },
};

/** A card's text, such as "change D cost 1", taken apart. */
function parts(text: string): { kind: Kind | undefined; letter: string; cost: number } {
  const letter = / ([LD])\b/.exec(text)?.[1] ?? "L";
  const cost = Number(/ cost (\d)$/.exec(text)?.[1] ?? 0);
  const key = text.replace(/ [LD]\b/, " C").replace(/ cost \d$/, " cost N");
  return { kind: KINDS[key], letter, cost };
}

function said(edition: Edition, text: string): Said {
  const { letter, cost } = parts(text);
  return { edition, shade: shadeOf(edition, letter as Colour), cost };
}

export function actionName(edition: Edition, text: string): string {
  return parts(text).kind?.name(said(edition, text)) ?? text;
}

export function actionShort(text: string): string {
  return parts(text).kind?.short() ?? text;
}

export function actionHelp(edition: Edition, text: string): string {
  return parts(text).kind?.help(said(edition, text)) ?? "";
}

/** Its picture, in the card's colour, and the chips that it costs. */
export function actionPicture(text: string): { picture: Part[]; cost: number } {
  const { kind, letter, cost } = parts(text);
  const picture = (kind?.picture ?? []).map((part) =>
    "dice" in part
      ? { ...part, dice: part.dice.map((die) => die.replace("C", letter)) }
      : part,
  );
  return { picture, cost };
}
