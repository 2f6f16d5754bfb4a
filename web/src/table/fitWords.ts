/** What a die would do, in words: on the card, under the tray, and for those who
 * hear it. */
import { n, signed, t, tc } from "$lib/i18n.svelte";
import type { CardInHand, ComboInHand, DieText, Edition } from "$lib/protocol";
import { diceNames } from "$lib/words";
import { sumMark } from "./figures";
import type { Fit, Help } from "./fit";

/** On the card: "1 of 3", "9 of > 14", "completes". */
export function badgeText(card: ComboInHand, help: Help): string {
  if (help.how === "completes") return tc("a die", "completes");
  if (help.how === "joins") return tc("a die", "fits too");
  const { sum } = card;
  if (sum && sum.count === 0)
    return tc("a sum so far", "{now} of {goal}", {
      now: help.pips,
      goal: sum.low === sum.high ? sum.low : sumMark(sum),
    });
  return tc("dice on a card", "{now} of {goal}", {
    now: help.dice,
    goal: sum ? sum.count : (card.slots ?? []).length,
  });
}

/** What matters most about a die: what it makes possible. Which cards are meant
 * is seen on them, for they light up. */
export function fitText(fit: Fit, cards: readonly CardInHand[]): string {
  const done = fit.helps.filter(({ how }) => how === "completes").length;
  const more = fit.helps.length - done;
  if (fit.helps.length === 0) return t("Fits none of your cards");
  if (done === 0) return fitsText(fit, cards);
  if (done > 1 || more === 0)
    return n("Completes one card", "Completes {n} cards", done);
  return n(
    "Completes one card, fits another",
    "Completes one card, fits {n} others",
    more,
  );
}

function fitsText({ helps }: Fit, cards: readonly CardInHand[]): string {
  const [help, ...more] = helps;
  const card = cards.find(({ place }) => place === help?.place);
  if (!help || more.length > 0 || card?.kind !== "combo")
    return n("Fits one card", "Fits {n} cards", helps.length);
  return t("Fits one card: {how}", { how: badgeText(card, help) });
}

/** A card with the die, for those who can't see its badge. */
function helpText(help: Help, cards: readonly CardInHand[]): string {
  const { place, dice, pips } = help;
  const card = cards.find((one) => one.place === place);
  if (help.how === "completes") return t("Completes card {place}.", { place });
  if (help.how === "joins")
    return t("Card {place} is complete and takes it as well.", { place });
  if (card?.kind !== "combo") return t("Fits card {place}.", { place });
  const { sum } = card;
  if (!sum)
    return t("Card {place}: {dice} of {goal} dice.", {
      place,
      dice,
      goal: (card.slots ?? []).length,
    });
  if (sum.count > 0)
    return t("Card {place}: {dice} of {goal} dice, adding up to {pips}.", {
      place,
      dice,
      goal: sum.count,
      pips,
    });
  if (sum.high === null)
    return t("Card {place}: {pips} of more than {goal}.", {
      place,
      pips,
      goal: sum.low - 1,
    });
  return sum.low === sum.high
    ? t("Card {place}: {pips} of {goal}.", { place, pips, goal: sum.low })
    : t("Card {place}: {pips}, at most {goal}.", { place, pips, goal: sum.high });
}

/** What it costs or brings if nothing else happens. */
export function worthText(before: number, net: number): string {
  const values = { before: signed(before), net: signed(net) };
  return before === net
    ? t("If the round ended now: still {net}.", values)
    : t("If the round ended now: {net} instead of {before}.", values);
}

/** All of it: what it completes, what else it fits, what the round is worth. */
export function spokenFit(
  fit: Fit,
  before: number,
  cards: readonly CardInHand[],
): string {
  const first = fit.helps.filter(({ how }) => how === "completes");
  const rest = fit.helps.filter(({ how }) => how !== "completes");
  const helps = [...first, ...rest].map((help) => helpText(help, cards));
  if (helps.length === 0) helps.push(t("Fits none of your cards."));
  return [...helps, worthText(before, fit.net)].join(" ");
}

/** The dice that fit a card. */
export function spokenDice(
  edition: Edition,
  place: number,
  dice: readonly DieText[],
): string {
  return dice.length === 0
    ? t("No die in the tray fits card {place}.", { place })
    : t("Dice that fit card {place}: {dice}.", {
        place,
        dice: diceNames(edition, [...dice]),
      });
}
