/** A table where nothing happens: for looking at screens one by one. */
import type { Answer, Hint, News, State, TryResult } from "$lib/protocol";
import type { LogEntry, TableSource } from "$lib/table.svelte";

export function stillTable(
  state: State,
  news: News | null = null,
  log: LogEntry[] = [],
): TableSource {
  const lay = state.game?.moves?.lay?.[0];
  const best = state.game?.layout;
  const refused: Answer = { re: null, error: "busy", words: "" };
  const good = new Set(
    lay?.lay.map(({ place, dice }) => `lay ${place}:${[...dice].sort()}`),
  );
  return {
    id: "",
    state,
    shown: state,
    playing: news ? { seq: 1, news, before: state, after: null, ms: 0 } : null,
    since: performance.now(),
    log,
    live: true,
    busy: false,
    send: () => Promise.resolve(refused),
    undo: () => Promise.resolve(refused),
    tryMove: (move: string): Promise<TryResult> => {
      const [, first = ""] = move.split(" ");
      const [place = "", dice = ""] = first.split(":");
      const known =
        move === lay?.move || good.has(`lay ${place}:${dice.split(",").sort()}`);
      return Promise.resolve(
        known && best
          ? { legal: true, best: best.net, ...best, move }
          : {
              legal: false,
              error: "illegal",
              rule: "LAY_INCOMPLETE",
              words: "",
            },
      );
    },
    hint: (): Promise<Hint[]> => Promise.resolve([]),
    finished: () => undefined,
  };
}
