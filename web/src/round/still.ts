/** A table where nothing happens: for looking at screens one by one. What is asked
 * of it gets fixed answers. */
import type { Answer, News, State, TryResult } from "$lib/protocol";
import type { Playing } from "$lib/director.svelte";
import type { TableSource } from "$lib/table.svelte";
import { editorOf, layText } from "./editor";

export function stillTable(state: State, more: Partial<TableSource> = {}): TableSource {
  const lay = state.game?.moves?.lay?.[0];
  const best = state.game?.layout;
  const refused: Answer = { re: null, error: "busy", words: "" };
  const laid = lay?.lay ?? [];
  const editor = editorOf(
    laid.flatMap(({ dice }) => dice),
    laid,
  );
  const good = new Set([
    lay?.move,
    ...laid.map(({ place }) => layText(editor, [place])),
  ]);
  return {
    id: "",
    state,
    shown: state,
    playing: null,
    since: performance.now(),
    log: [],
    live: true,
    busy: false,
    send: () => Promise.resolve(refused),
    undo: () => Promise.resolve(refused),
    tryMove: (move: string): Promise<TryResult> =>
      Promise.resolve(
        good.has(move) && best
          ? { legal: true, best: best.net, ...best, move }
          : { legal: false, error: "illegal", rule: "LAY_INCOMPLETE", words: "" },
      ),
    hint: () => Promise.resolve([]),
    finished: () => undefined,
    ...more,
  };
}

/** News that are on the screen of such a table. */
export function nowPlaying(state: State, news: Partial<News>): Playing {
  return {
    seq: 99,
    news: { event: "move", time: 0, ...news },
    before: state,
    after: state,
    ms: 1000,
  };
}
