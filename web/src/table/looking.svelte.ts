/** What I look at, before anything is chosen: a die in the tray or a card of mine,
 * under the pointer or with the keyboard's focus on it. */
import type { DieText } from "$lib/protocol";

export type Thing = { die: DieText } | { card: number };

/** A pointer that only crosses the cards, on its way to a button, looks at none. */
export const LINGER_MS = 120;

export class Looking {
  #pointed: Thing | null = $state.raw(null);
  #focused: Thing | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get #thing(): Thing | null {
    return this.#pointed ?? this.#focused;
  }

  get die(): DieText | null {
    const thing = this.#thing;
    return thing && "die" in thing ? thing.die : null;
  }

  get card(): number | null {
    const thing = this.#thing;
    return thing && "card" in thing ? thing.card : null;
  }

  /** Null: it points at nothing any more. */
  point(thing: Thing | null): void {
    clearTimeout(this.#timer);
    if (thing && "card" in thing)
      this.#timer = setTimeout(() => (this.#pointed = thing), LINGER_MS);
    else this.#pointed = thing;
  }

  focus(thing: Thing | null): void {
    this.#focused = thing;
  }

  /** Things have changed: what lies there now was not looked at yet. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#pointed = null;
    this.#focused = null;
  }
}
