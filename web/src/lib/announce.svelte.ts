/** What a screen reader says aloud. App.svelte has the live regions. */
import { untrack } from "svelte";

class Announcer {
  polite = $state("");
  urgent = $state("");
}

export const announcer = new Announcer();

/** The same text twice in a row is heard twice: a no-break space tells them
 * apart. */
export function announce(text: string, urgent = false): void {
  const key = urgent ? "urgent" : "polite";
  const last = untrack(() => announcer[key]); // who speaks does not listen
  announcer[key] = last === text ? `${text}\u00a0` : text;
}
