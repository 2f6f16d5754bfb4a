/** What of the end of a round is on screen. */
import type { GamePhase, News, Player, State } from "$lib/protocol";

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

const DISCARDS: ReadonlySet<string> = new Set([
  "DISCARDS_COMBO",
  "DISCARDS_ACTION",
  "KEEPS",
]);

/** The discards of all, turned up. */
export function discards(news: News | null): NonNullable<News["shown"]> | null {
  return news?.shown && news.tale?.some(([code]) => DISCARDS.has(code))
    ? news.shown
    : null;
}

/** Who decides, where all do at the same time, and who has decided already. */
export function asked({ game }: State): Player[] {
  return (game?.players ?? []).filter(
    ({ seat, answered }) => answered || game?.deciders.includes(seat),
  );
}
