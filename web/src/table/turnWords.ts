/** Whose turn it is and what they may do, in a sentence. */
import { t } from "$lib/i18n.svelte";
import { seatName } from "$lib/words";
import type { TableView } from "./view.svelte";

export function turnText(view: TableView): string {
  const { game, shown, me, source } = view;
  if (!game || !shown) return "";
  if (view.mine) return myTurnText(view);
  if (game.phase === "roll" || game.phase === "land") return t("The dice are rolling.");
  if (game.phase === "lay")
    return t("The round is over. Everybody lays the dice they took.");
  if (game.phase === "draw") return t("Everybody chooses which cards to draw.");
  if (game.turn === null) return "";
  if (game.turn === me) return source.live ? "" : t("It is your turn.");
  const name = seatName(shown, game.turn);
  return view.myself?.passed
    ? t("You have passed. It is {name}'s turn.", { name })
    : t("It is {name}'s turn.", { name });
}

function myTurnText(view: TableView): string {
  if (view.mySeat?.stand_in)
    return t("A bot is playing for you. Make a move to take over.");
  if (view.moves?.done) return t("Take a second die, or end your turn.");
  return (view.game?.takes ?? 1) > 1
    ? t("Your turn: take up to two dice, or pass.")
    : t("Your turn: take a die, or pass.");
}
