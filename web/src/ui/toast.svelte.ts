/** Short notes at the edge of the screen that go away by themselves. They are
 * also said aloud. */
import { announce } from "$lib/announce.svelte";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "good" | "bad";
  /** A way on. */
  action?: { label: string; act(): void } | undefined;
}

const SHOWN_MS = 4500;
const PER_LETTER_MS = 45;
const MOST = 3;

class Toasts {
  list: Toast[] = $state.raw([]);
  #next = 1;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  add(toast: Omit<Toast, "id">): void {
    const id = this.#next++;
    const rest = this.list.filter((one) => one.text !== toast.text);
    this.list = [...rest, { ...toast, id }].slice(-MOST);
    this.resume(id);
    announce(toast.text, toast.kind === "bad");
  }

  remove(id: number): void {
    this.pause(id);
    this.list = this.list.filter((one) => one.id !== id);
  }

  /** While somebody points at it, it stays. */
  pause(id: number): void {
    const timer = this.#timers.get(id);
    if (timer !== undefined) clearTimeout(timer);
    this.#timers.delete(id);
  }

  resume(id: number): void {
    const length = this.list.find((one) => one.id === id)?.text.length ?? 0;
    this.pause(id);
    this.#timers.set(
      id,
      setTimeout(() => this.remove(id), SHOWN_MS + length * PER_LETTER_MS),
    );
  }
}

export const toasts = new Toasts();

export function toast(
  text: string,
  kind: Toast["kind"] = "info",
  action?: Toast["action"],
): void {
  toasts.add({ text, kind, action });
}
