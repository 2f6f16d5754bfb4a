/** The two editions in words: an edition changes three rules, and what the dice
 * look like and are called. */
import { t } from "$lib/i18n.svelte";
import type { Edition } from "$lib/protocol";

export const EDITIONS: readonly Edition[] = ["gamewright", "schmidt"];

export function editionName(edition: Edition): string {
  return edition === "schmidt" ? t("White and black") : t("Orange and blue");
}

/** Beside the switch: that it changes rules, and which. */
export function editionHelp(edition: Edition): string {
  return edition === "schmidt"
    ? t(
        "This changes rules, not only colours. As in the Schmidt box: one action per turn; re-roll all dice of a colour; re-roll up to four dice, but no red ones.",
      )
    : t(
        "This changes rules, not only colours. As in the Gamewright box: one action per round; re-roll as many dice of a colour as you like; re-roll up to four dice, red ones too.",
      );
}

/** Rule by rule, side by side. */
export function differences(): ({ what: string } & Record<Edition, string>)[] {
  return [
    {
      what: t("Dice"),
      gamewright: t("orange and blue; red ones are wild"),
      schmidt: t("white and black; red ones are jokers"),
    },
    {
      what: t("Action cards"),
      gamewright: t("one per round"),
      schmidt: t("one per turn"),
    },
    {
      what: t("Re-roll a colour"),
      gamewright: t("as many of its dice as you like, at least one"),
      schmidt: t("all of its dice"),
    },
    {
      what: t("Re-roll up to four"),
      gamewright: t("dice of any colour, red too"),
      schmidt: t("only white and black dice"),
    },
  ];
}
