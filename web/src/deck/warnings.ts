/** What comes of a deck that is small for its table. */
import { n, t } from "$lib/i18n.svelte";
import type { DeckRead } from "$/wasm/engine";

export function deckWarnings(
  deck: DeckRead,
  table: { players: number; rounds: number },
): string[] {
  const { combos = 0, actions = 0, cards = 0 } = deck.missing;
  const { players, rounds } = table;
  const said: string[] = [];
  if (combos > 0)
    said.push(
      n(
        "The first hands of {players} players lack one combo card.",
        "The first hands of {players} players lack {n} combo cards.",
        combos,
        { players },
      ),
    );
  if (actions > 0)
    said.push(
      n(
        "The first hands of {players} players lack one action card.",
        "The first hands of {players} players lack {n} action cards.",
        actions,
        { players },
      ),
    );
  if (cards > 0)
    said.push(
      n(
        "The first hands of {players} players lack one card.",
        "The first hands of {players} players lack {n} cards.",
        cards,
        { players },
      ),
    );
  if (said.length > 0)
    said.push(t("You can still play: hands stay short until cards are discarded."));
  const full = deck.full_rounds;
  if (full !== null && full > 0 && full < rounds)
    said.push(
      n(
        "Completed cards never come back. If every player completes one in each round, the combo cards are used up after one round, and hands stay short from then on.",
        "Completed cards never come back. If every player completes one in each round, the combo cards are used up after {n} rounds, and hands stay short from then on.",
        full,
      ),
    );
  return said;
}
