/** The action cards: what each kind is called, what it does, and its picture.
 * One row a kind, found by the card's text in the deck with C for its colour and
 * N for its cost. What can be chosen with a card is the server's to say. */
import { n, t, tc } from "./i18n.svelte";
import type { Colour, DieText, Edition } from "./protocol";
import { colourName } from "./words";

/** A part of a picture; C is the card's colour. */
export type Part =
  | { dice: DieText[]; small?: boolean }
  | { icon: "refresh" | "forward" | "undo" | "swap"; size?: number }
  | { sign: string };

interface Said {
  edition: Edition;
  colour: string;
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

const again = { icon: "refresh" } as const;

const reroll = () => tc("action card", "Re-roll");

const KINDS: Record<string, Kind> = {
  "reroll C": {
    name: ({ colour }) => t("Re-roll {colour}", { colour }),
    short: reroll,
    help: ({ edition, colour }) =>
      edition === "schmidt"
        ? t("Roll all {colour} dice in the tray again.", { colour })
        : t("Roll as many {colour} dice of the tray again as you like.", { colour }),
    picture: [{ dice: ["C0"] }, again],
  },
  "reroll R": {
    name: ({ edition }) => t("Re-roll {colour}", { colour: colourName(edition, "R") }),
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
    name: ({ colour, cost }) =>
      cost === 0
        ? t("Change a die: {colour}", { colour })
        : n(
            "Change a die: {colour}, for one chip",
            "Change a die: {colour}, for {n} chips",
            cost,
            { colour },
          ),
    short: () => tc("action card", "Change"),
    help: ({ colour }) =>
      t("Turn one {colour} die in the tray to any other face.", { colour }),
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
    name: ({ colour }) => t("Shift by two: {colour}", { colour }),
    short: () => tc("action card", "Shift"),
    help: ({ colour }) =>
      t("Turn one {colour} die in the tray two up or two down.", { colour }),
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
  return { edition, colour: colourName(edition, letter as Colour), cost };
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
