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

/** The table that a link or a code means, or null. People paste all sorts of
 * things around it. */
export function tableOf(text: string): string | null {
  const clean = text.trim();
  const inLink = /\/t\/([0-9A-Za-z]{6,64})(?![0-9A-Za-z])/.exec(clean);
  if (inLink?.[1]) return inLink[1].toLowerCase();
  return /^[0-9A-Za-z]{6,64}$/.test(clean) ? clean.toLowerCase() : null;
}
