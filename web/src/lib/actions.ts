/** The action cards: what each is called, what it does, and its picture, found by
 * the card's text in the deck. The words are those that terminals say, too. What
 * can be chosen with a card is the server's to say. */
import { ACTIONS } from "$/generated/actions";
import { CARDS } from "$/generated/cards";
import { KINDS } from "$/generated/kinds";
import { capital, n, tc, told } from "./i18n.svelte";
import type { Colour, DieText, Edition } from "./protocol";
import { shadeOf, type Shade } from "./words";

/** A part of a picture. */
export type Part =
  | { dice: DieText[]; small?: boolean }
  | { icon: "refresh" | "forward" | "undo" | "swap"; size?: number }
  | { sign: string };

type Kind = keyof typeof KINDS;

/** What a card's text says. */
interface Action {
  kind: Kind;
  colour: Colour;
  cost: number;
}

const ALL: Readonly<Record<string, Action | undefined>> = ACTIONS;

const again = { icon: "refresh" } as const;

const PICTURES: Record<Kind, (colour: Colour) => Part[]> = {
  REROLL_COLOUR: (colour) => [{ dice: [`${colour}0`] }, again],
  REROLL_RED: () => [{ dice: ["R0"] }, again],
  REROLL_FOUR: () => [{ dice: ["L0", "D0", "D0", "L0"] }, again],
  REROLL_ALL: () => [{ dice: ["L0", "R0", "D0", "L0"] }, again],
  TAKE_TWO: () => [{ dice: ["L0"] }, { dice: ["D0"] }],
  CHANGE: (colour) => [
    { dice: [`${colour}2`], small: true },
    { icon: "forward", size: 0.75 },
    { dice: [`${colour}0`], small: true },
  ],
  CAST: () => [{ icon: "undo" }, { dice: ["D0"] }],
  SWAP: () => [
    { dice: ["L2"], small: true },
    { icon: "swap", size: 0.9 },
    { dice: ["D5"], small: true },
  ],
  SHIFT: (colour) => [{ dice: [`${colour}3`] }, { sign: "±2" }],
};

const reroll = () => tc("action card", "Re-roll");

/** Where there is no room for more; the picture says the rest. */
const SHORT: Record<Kind, () => string> = {
  REROLL_COLOUR: reroll,
  REROLL_RED: reroll,
  REROLL_FOUR: reroll,
  REROLL_ALL: reroll,
  TAKE_TWO: () => tc("action card", "Take two"),
  CHANGE: () => tc("action card", "Change"),
  CAST: () => tc("action card", "Cast back"),
  SWAP: () => tc("action card", "Swap"),
  SHIFT: () => tc("action card", "Shift"),
};

function words(how: "whole" | "brief", edition: Edition, action: Action): string {
  const texts: Partial<Record<Shade, string>> = KINDS[action.kind][how];
  return capital(told(texts[shadeOf(edition, action.colour)] ?? texts.any ?? ""));
}

export function actionName(edition: Edition, text: string): string {
  const action = ALL[text];
  if (!action) return text;
  const name = words("brief", edition, action);
  return action.cost === 0
    ? name
    : told(CARDS.cost, name, n("{n} chip", "{n} chips", action.cost));
}

export function actionShort(text: string): string {
  const action = ALL[text];
  return action ? SHORT[action.kind]() : text;
}

/** What it does, in a sentence. */
export function actionHelp(edition: Edition, text: string): string {
  const action = ALL[text];
  return action ? `${words("whole", edition, action)}.` : "";
}

/** Its picture, in the card's colour, and the chips that it costs. */
export function actionPicture(text: string): { picture: Part[]; cost: number } {
  const { kind, colour, cost } = ALL[text] ?? {};
  return { picture: kind && colour ? PICTURES[kind](colour) : [], cost: cost ?? 0 };
}
