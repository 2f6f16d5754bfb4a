/** The first game, step by step: what is dealt and rolled, what the other one
 * does, and what the reader is told and may do. */
import { t } from "$lib/i18n.svelte";

export const LEARNER = 1;
export const PARTNER = 2;

/** Chance of the first round; afterwards it is real. */
export const CHANCES = [
  "deal 1 c31 c64 c41 c45 a31",
  "deal 2 c5 c33 c10 c57 a13",
  "roll L1 L2 L2 L3 L5 L6 D1 D2 D3 D4 D5 D6 R3",
];

/** What the partner does in the first round. */
export const REPLIES = ["take L3", "take L2", "take L5", "pass"];

export interface LessonStep {
  title: () => string;
  text: () => string;
  /** What may be done; without it there is a button to go on. */
  only?: RegExp;
  /** The move that leads on; any by itself. */
  until?: RegExp;
  /** What is pointed at, as TableScreen's `spot`. */
  spot?: string[];
  /** A round without help. */
  free?: boolean;
}

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
    spot: ["card 1", "card 2", "card 3", "card 4"],
  },
  {
    title: () => t("Take a die"),
    text: () =>
      t(
        "Your first card needs a blue 3 and an orange 4 and scores three points. The blue 3 is in the tray: choose it, then take it.",
      ),
    only: /^take D3$/,
    spot: ["card 1"],
  },
  {
    title: () => t("Play your action"),
    text: () =>
      t(
        "There is no orange 4, but your action card moves an orange die two up or two down. Play it: turn the 2 or the 6 into a 4.",
      ),
    only: /^play shift L[26] L4$/,
    spot: ["card 5"],
  },
  {
    title: () => t("Now take it"),
    text: () =>
      t(
        "There is your orange 4. After an action you still take a die: this one completes your first card.",
      ),
    only: /^take L4$/,
    spot: ["card 1"],
  },
  {
    title: () => t("The big one"),
    text: () =>
      t(
        "Your second card needs a blue 4, 5 and 6 for five points, and all three are there. Start with any of them. A die counts on one card only.",
      ),
    only: /^take D[456]$/,
    spot: ["card 2"],
  },
  {
    title: () => t("One more"),
    text: () =>
      t(
        "Robo took an orange one. Take the next blue one. The line above your cards shows what you would score if the round ended now: dice that fit nowhere cost a chip, which is a point off.",
      ),
    only: /^take D[456]$/,
    spot: ["card 2"],
  },
  {
    title: () => t("You are alone"),
    text: () =>
      t(
        "Robo has passed and is out for this round. You may keep taking dice for as long as you like. Complete your card.",
      ),
    only: /^take D[456]$/,
    spot: ["card 2"],
  },
  {
    title: () => t("Leave it"),
    text: () =>
      t(
        "Nothing left in the tray helps you complete another card, and the red die, which counts as either colour, always costs a chip. Leave it: pass.",
      ),
    only: /^pass$/,
    spot: ["pass"],
  },
  {
    title: () => t("Lay your dice"),
    text: () =>
      t(
        "The round is over. Your dice are already laid out in the best way; you could move them to other cards. Lay them.",
      ),
    only: /^lay /,
  },
  {
    title: () => t("Points and new cards"),
    text: () =>
      t(
        "Your two cards scored eight points; each die left over would have cost one. Next, you may discard a card that you don't like. Then everybody draws up to four combo cards and one action card.",
      ),
    only: /^(discard |keep)/,
  },
  {
    title: () => t("Your turn to play"),
    text: () =>
      t(
        "The second round is yours: real dice, and Robo plays as it likes. Look at your cards, take what fits, and pass before it costs you.",
      ),
    only: /./,
    until: /^lay /,
    free: true,
  },
  {
    title: () => t("That is the game"),
    text: () =>
      t(
        "That is all you need to know. Bots of five strengths are waiting, and so are your friends.",
      ),
  },
];
