/** The first game, step by step: what is dealt and rolled, what the other one
 * does, and what the reader is told and may do. */
import { t } from "$lib/i18n.svelte";
import type { CardInHand, DieText, GamePhase } from "$lib/protocol";

export const LEARNER = 1;
export const PARTNER = 2;

const COMBOS = 4;

/** Cards for a hand, in order: as many combos as it lacks, and the action if it
 * has none. What the learner discards decides how many that is. */
export interface Deal {
  seat: number;
  combos: string[];
  action: string;
}

/** Chance of both rounds. What an action asks for in the second is real. */
export const CHANCES: (string | Deal)[] = [
  { seat: LEARNER, combos: ["c31", "c37", "c1", "c73"], action: "a31" },
  { seat: PARTNER, combos: ["c30", "c33", "c10", "c57"], action: "a13" },
  "roll L1 L2 L2 L3 L5 L6 D1 D2 D2 D3 D4 D6 R1",
  { seat: PARTNER, combos: ["c22", "c15", "c9", "c35"], action: "a9" },
  { seat: LEARNER, combos: ["c48", "c45", "c41", "c75"], action: "a14" },
  "roll L3 L4 L5 L5 L6 L6 D1 D1 D2 D3 D4 D6 R2",
];

export function dealText(deal: Deal, hand: readonly CardInHand[]): string {
  const held = hand.filter(({ kind }) => kind === "combo").length;
  const cards = deal.combos.slice(0, COMBOS - held);
  if (held === hand.length) cards.push(deal.action);
  return `deal ${deal.seat} ${cards.join(" ")}`;
}

/** What the partner does on its turns, the first of these that it may; when they
 * are used up, it plays as it likes. */
export const REPLIES = [
  ["take L5"],
  ["take L3"],
  ["take D1", "take L1"], // the one that the learner left
  ["take D2"],
  ["pass"],
  ["take D1"],
  ["take D2"],
  ["take D1"],
];

/** How dice and cards are called in the edition that is on the screen. */
export interface Words {
  /** "a blue 5", after a verb. */
  die: (die: DieText) => string;
  /** What a card of the learner's needs, by its number in the deck. */
  card: (card: string) => string;
}

export interface LessonStep {
  title: () => string;
  text: (words: Words) => string;
  /** The moves that may be made, or a phase that is played as one likes; without
   * it there is a button to continue. */
  only?: readonly string[] | GamePhase;
  /** The phase whose answer leads on; without it any move that may be made does. */
  until?: GamePhase;
  /** What is pointed at: "pass", or a card by its number in the deck. */
  spot?: string[];
  /** A round without help. */
  free?: boolean;
}

const takes = (colour: "L" | "D") =>
  [1, 2, 3, 4, 5, 6].map((n) => `take ${colour}${n}`);

export const STEPS: LessonStep[] = [
  {
    title: () => t("Welcome"),
    text: () =>
      t(
        "These dice belong to nobody yet. You and Robo take them in turn, one at a time, to fill the cards in your hands. It takes five minutes to learn.",
      ),
  },
  {
    title: () => t("Your cards"),
    text: () =>
      t(
        "These are your combo cards. Each shows the dice it needs and, in the corner, the points it scores. Nobody else sees them.",
      ),
    spot: ["c31", "c37", "c1", "c73"],
  },
  {
    title: () => t("Take a die"),
    text: ({ die }) =>
      t(
        "Your first card needs {one} and {two} and scores three points. The first of the two is in the tray: choose it, then take it.",
        { one: die("D3"), two: die("L4") },
      ),
    only: ["take D3"],
    spot: ["c31"],
  },
  {
    title: () => t("Play your action"),
    text: ({ die }) =>
      t(
        "Your card still needs {die}, and there is none. But your action card moves a die of that colour two up or two down. Play it: turn the 2 or the 6 into a 4.",
        { die: die("L4") },
      ),
    only: ["play shift L2 L4", "play shift L6 L4"],
    spot: ["a31"],
  },
  {
    title: () => t("Now take it"),
    text: () =>
      t(
        "There is your 4. After an action you still take a die: this one completes your first card.",
      ),
    only: ["take L4"],
    spot: ["c31"],
  },
  {
    title: () => t("Either colour"),
    text: () =>
      t(
        "The outlines on your second card have two colours: each takes a 1 of either colour. Take a 1, whichever you like.",
      ),
    only: ["take L1", "take D1"],
    spot: ["c37"],
  },
  {
    title: () => t("The red die"),
    text: () =>
      t(
        "The last 1 is red. A red die counts as either colour, but it always costs: one chip if you can use it, two if you can't. A chip is a point off, and this card scores three: take it.",
      ),
    only: ["take R1"],
    spot: ["c37"],
  },
  {
    title: () => t("Any face"),
    text: ({ card }) =>
      t(
        "A question mark means any face. That is your third card: {card}. It scores only one point, but it is easy. Start with the first of the two colours.",
        { card: card("c1") },
      ),
    only: takes("D"),
    spot: ["c1"],
  },
  {
    title: () => t("You are alone"),
    text: () =>
      t(
        "Robo has passed and is out for this round. You may keep taking dice for as long as you like. Take a die of the other colour to complete your third card.",
      ),
    only: takes("L"),
    spot: ["c1"],
  },
  {
    title: () => t("Leave it"),
    text: () =>
      t(
        "The line above your cards shows what you would score if the round ended now. Nothing left in the tray completes another card, and a die that fits nowhere costs a chip. Leave it: pass.",
      ),
    only: ["pass"],
    spot: ["pass"],
  },
  {
    title: () => t("Lay your dice"),
    text: () =>
      t(
        "The round is over. Your dice are already laid out in the best way; you could move them to other cards. Lay them.",
      ),
    only: "lay",
  },
  {
    title: () => t("Points and new cards"),
    text: () =>
      t(
        "Your three cards scored seven points, and the red die cost one chip. Next, you may discard a card that you don't like. Then everybody draws up to four combo cards and one action card.",
      ),
    only: "discard",
  },
  {
    title: () => t("Sum cards"),
    text: ({ card }) =>
      t(
        "Three of your new cards show a sum. One needs {exact}. Another needs {open}. There, you decide how many dice you use.",
        { exact: card("c48"), open: card("c45") },
      ),
    spot: ["c48", "c45", "c41"],
  },
  {
    title: () => t("Count to 13"),
    text: () =>
      t(
        "Let's fill the card with = 13. Choose a 6 of any colour: before you take it, the card shows how far that brings you, 6 of 13.",
      ),
    only: ["take L6", "take D6"],
    spot: ["c48"],
  },
  {
    title: () => t("Seven to go"),
    text: () =>
      t(
        "The bar on the card shows 6 pips. You may add as many dice as you like, as long as you end at exactly 13. Take a 4.",
      ),
    only: ["take L4", "take D4"],
    spot: ["c48"],
  },
  {
    title: () => t("Exactly 13"),
    text: () =>
      t(
        "Ten of 13: a 3 of any colour completes the card. A larger die would be too much for it.",
      ),
    only: ["take L3", "take D3"],
    spot: ["c48"],
  },
  {
    title: () => t("Your turn to play"),
    text: ({ card }) =>
      t(
        "Your third sum card shows how many dice it needs: {card}. The rest of this round is yours, and Robo plays as it likes. Take what fits, and pass before it costs you.",
        { card: card("c41") },
      ),
    only: "turn",
    until: "lay",
    spot: ["c45", "c41"],
    free: true,
  },
  {
    title: () => t("That is the game"),
    text: () =>
      t(
        "That is all you need to know. Now play a real game: a short one, against an easy bot.",
      ),
  },
];
