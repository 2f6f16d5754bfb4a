/** Which part of the end of a round is on screen. */
import type { GamePhase, News, Player, SeenCard, State } from "$lib/protocol";

const TOGETHER: readonly GamePhase[] = ["lay", "discard", "draw"];

/** All decide together, or what came of it is being shown. Where nobody decides, as
 * in a replay, dice and hands are worth more than the news that everybody does. */
export function atRoundEnd(
  shown: State | null,
  news: News | null,
  live = true,
): boolean {
  const phase = shown?.game?.phase;
  if (shown?.phase !== "playing" && !(shown?.phase === "over" && news?.scored))
    return false;
  if (news?.scored) return true;
  return (
    phase !== undefined && TOGETHER.includes(phase) && (live || phase === "discard")
  );
}

interface Discard {
  seat: number;
  card: SeenCard | null;
}

/** The discards of all, turned up: a card, or null where somebody keeps all. */
export function discards(news: News | null): Discard[] | null {
  const found = (news?.shown && news.tale ? news.tale : []).flatMap(
    (phrase): Discard[] => {
      const seat = phrase[1] ?? 0;
      switch (phrase[0]) {
        case "DISCARDS_COMBO":
        case "DISCARDS_ACTION":
          return [{ seat, card: phrase[2] }];
        case "KEEPS":
          return [{ seat, card: null }];
      }
      return [];
    },
  );
  return found.length > 0 ? found : null;
}

/** Who decides, where all do at the same time, and who has decided already. */
export function asked({ game }: State): Player[] {
  return (game?.players ?? []).filter(
    ({ seat, answered }) => answered || game?.deciders.includes(seat),
  );
}
