/** An own deck as it is being typed. Every letter is kept by the browser at once:
 * whoever types a whole box in must not lose it to a closed dialog, a reload or a
 * table that is gone. There is one draft, for there is one box. */

const KEY = "tioli-deck";

interface Kept {
  name: string;
  text: string;
  /** What a file has taken the place of. */
  before: string | null;
}

function load(): Kept {
  const none = { name: "", text: "", before: null };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return none;
    const { name, text, before } = kept as Partial<Record<keyof Kept, unknown>>;
    return {
      name: typeof name === "string" ? name : "",
      text: typeof text === "string" ? text : "",
      before: typeof before === "string" ? before : null,
    };
  } catch {
    return none; // storage is full or forbidden: it is kept while the page is open
  }
}

export class Draft {
  now: Kept = $state(load());

  set(change: Partial<Kept>): void {
    Object.assign(this.now, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // As above.
    }
  }

  /** A file's text, and a way back if something else was there. */
  replace(text: string, name: string): void {
    const { text: old, name: called } = this.now;
    const lost = old.trim() !== "" && old !== text;
    this.set({ text, name: called || name, before: lost ? old : null });
  }
}

export const draft = new Draft();
