/** What the guide of an action says at each step. */
import { n, t } from "$lib/i18n.svelte";
import type { Edition } from "$lib/protocol";
import { actionHelp } from "$lib/actions";
import { dieName } from "$lib/words";
import { stepOf, type Guide } from "./guide";

/** What to choose next. */
export function stepText(edition: Edition, guide: Guide): string {
  const step = stepOf(guide);
  switch (step.at) {
    case "own":
      return t("Choose one of your dice to cast back.");
    case "faces":
      return t("Which face should it show?");
    case "end":
      return endText(edition, guide);
  }
  if (step.want === "pool") {
    if (step.least === guide.option.dice?.length)
      return n(
        "It will be rolled again.",
        "All {n} of them will be rolled again.",
        step.least,
      );
    return n(
      "Choose a die to roll again.",
      "Choose up to {n} dice to roll again.",
      step.most,
    );
  }
  if (step.want === "aim") return t("Choose a die to aim at, or don't aim.");
  if (guide.option.shape === "pair") {
    if (step.want === "die") return swapText(edition);
    return chooseText(edition, guide.die ? "D" : "L");
  }
  return chooseText(edition, guide.option.targets?.[0]?.die[0] ?? "L");
}

/** All is chosen: what happens then, where it can't be drawn. */
function endText(edition: Edition, guide: Guide): string {
  if (guide.option.shape !== "throw")
    return actionHelp(edition, guide.option.action ?? "");
  return guide.other
    ? t("It will be thrown at {die}.", { die: dieName(edition, guide.other.die) })
    : t("It will be thrown back into the tray.");
}

function chooseText(edition: Edition, colour: string): string {
  if (edition === "schmidt")
    return colour === "L" ? t("Choose a white die.") : t("Choose a black die.");
  return colour === "L" ? t("Choose an orange die.") : t("Choose a blue die.");
}

function swapText(edition: Edition): string {
  return edition === "schmidt"
    ? t("Choose a white and a black die.")
    : t("Choose an orange and a blue die.");
}
