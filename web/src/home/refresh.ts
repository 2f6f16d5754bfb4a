/** Lists that are asked for again and again while somebody looks at them. */
import { onMount } from "svelte";

interface Asking<T> {
  ask(): Promise<T>;
  /** Not called once the component is gone. */
  show(found: T): void;
  /** How long to wait before asking again; null: until the page is seen. */
  pause(hidden: boolean): number | null;
}

/** To be called while a component is made: it lasts as long as that. */
export function refresh<T>({ ask, show, pause }: Asking<T>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  const hidden = () => document.visibilityState === "hidden";

  async function load(): Promise<void> {
    clearTimeout(timer);
    const found = await ask();
    if (gone) return;
    show(found);
    clearTimeout(timer); // it may have been seen meanwhile
    const ms = pause(hidden());
    if (ms !== null) timer = setTimeout(() => void load(), ms);
  }

  function seen(): void {
    if (!hidden()) void load();
  }

  onMount(() => {
    void load();
    document.addEventListener("visibilitychange", seen);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  });
}
