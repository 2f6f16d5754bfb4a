/** What this browser saw and gave at a table, kept until its game is over: only
 * with it does the check of a record tell that it is about *this* game. */
import type { State } from "./protocol";
import { chanceBytes } from "./session.svelte";

export interface Share {
  /** The table's commitment, as it was shown before. */
  commit: string;
  /** Our part of chance. */
  bytes: string;
}

const KEY = "tioli-shares";
const MOST = 60;

function isShare(value: unknown): value is Share {
  if (typeof value !== "object" || value === null) return false;
  const { commit, bytes } = value as Partial<Record<string, unknown>>;
  return [commit, bytes].every((part) => /^[0-9a-f]{64}$/.test(String(part)));
}

function load(): [string, Share][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (entry): entry is [string, Share] =>
        Array.isArray(entry) && typeof entry[0] === "string" && isShare(entry[1]),
    );
  } catch {
    return []; // storage is forbidden: then nothing was kept either
  }
}

/** Draws our share of chance for the table's next game. Call it only when its
 * commitment is there. */
export function drawShare(table: string, state: State): string {
  const bytes = chanceBytes();
  const commit = state.fair.commit;
  if (commit === null) return bytes;
  const name = `${table}/${state.games + 1}`;
  const others = load().filter(([key]) => key !== name);
  try {
    const all = [...others, [name, { commit, bytes }]].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // The game can be checked all the same, only not against this memory.
  }
  return bytes;
}

/** What we kept for that game of the table. */
export function keptShare(table: string, game: number): Share | null {
  return load().find(([key]) => key === `${table}/${game}`)?.[1] ?? null;
}
