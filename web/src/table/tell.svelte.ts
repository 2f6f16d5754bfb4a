/** Announces what happens at a table to people who can't see it. */
import { untrack } from "svelte";
import { announce } from "$lib/announce.svelte";
import { durationOf } from "$lib/director.svelte";
import { t } from "$lib/i18n.svelte";
import { prefs } from "$lib/prefs.svelte";
import { newsText } from "$lib/tale";
import type { TableView } from "./view.svelte";

// Announcements made before are not repeated.
function say(words: string, urgent = false): void {
  untrack(() => announce(words, urgent));
}

/** To be called while a component is made: it lasts as long as that. */
export function tellNews(view: TableView): void {
  // Each event is said when it is seen; what has no picture, when it comes.
  let said: number | null = null;
  $effect(() => {
    const { log, state } = view.source;
    const before = said ?? log.at(-1)?.seq ?? 0;
    const fresh = log.filter(({ seq }) => seq > before);
    said = log.at(-1)?.seq ?? before;
    const text = fresh
      .filter(({ news }) => durationOf(news, prefs.still) === 0)
      .map(({ news }) => newsText(state, news))
      .filter((one) => one !== "")
      .join(" ");
    if (text) say(text);
  });
  $effect(() => {
    const { playing, state } = view.source;
    if (playing) say(newsText(state, playing.news));
  });
  $effect(() => {
    if (view.mine) say(t("It is your turn."), true);
  });
}
