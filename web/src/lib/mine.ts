/** What this person has at the server, and what is open to everybody. */
import type { Answer, HttpTables, MyRecord, MyTable, PublicTable } from "./protocol";

export interface Mine {
  tables: MyTable[];
  records: MyRecord[];
}

export function mineOf({ tables = [], records = [] }: Answer): Mine {
  return { tables, records };
}

/** Tables where one may sit down or watch; null if the server does not answer. */
export async function publicTables(): Promise<PublicTable[] | null> {
  try {
    const response = await fetch("/api/tables");
    if (!response.ok) return null;
    const { tables = [] } = (await response.json()) as Partial<HttpTables>;
    return tables;
  } catch {
    return null;
  }
}

/** The letters of a table's spoken code as the address `/KMTRW` has them. */
export const SPOKEN = /^[b-df-hjkmnp-tv-z]{5}$/i;

/** The spoken code that somebody typed, or null: five letters in any case, with
 * blanks or hyphens between, or an address that ends in them. */
export function spokenOf(text: string): string | null {
  const clean = text.trim().replace(/^https?:\/\/[^/]+\//i, "");
  const letters = clean.replace(/[ -]/g, "").toUpperCase();
  return /^[A-Z]{5}$/.test(letters) ? letters : null;
}

/** The table that a link means, or null. People paste all sorts of things around
 * it, or only the id at its end. */
export function tableOf(text: string): string | null {
  const clean = text.trim();
  const inLink = /\/t\/([0-9A-Za-z]{6,64})(?![0-9A-Za-z])/.exec(clean);
  if (inLink?.[1]) return inLink[1].toLowerCase();
  return /^[0-9A-Za-z]{6,64}$/.test(clean) ? clean.toLowerCase() : null;
}
