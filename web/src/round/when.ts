/** What of the end of a round is on screen. */
import type { GamePhase, News, State } from "$lib/protocol";

const TOGETHER: readonly GamePhase[] = ["lay", "discard", "draw"];

/** All decide together, or what came of it is being shown. */
export function atRoundEnd(shown: State | null, news: News | null): boolean {
  const phase = shown?.game?.phase;
  if (shown?.phase !== "playing" && !(shown?.phase === "over" && news?.scored))
    return false;
  return (
    (phase !== undefined && TOGETHER.includes(phase)) || news?.scored !== undefined
  );
}

/** The discards of all, turned up. */
export function discards(news: News | null): NonNullable<News["shown"]> | null {
  const shown = news?.shown;
  return shown?.some(({ move }) => move === "keep" || move.startsWith("discard"))
    ? shown
    : null;
}
