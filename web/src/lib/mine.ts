/** What this person has at the server, and what is open to everybody. */
import type { Answer, Edition, Seat, TablePhase } from "./protocol";

export interface MyTable {
  table: string;
  link: string;
  phase: TablePhase;
  players: number;
  seats: { seat: Seat; kind: "person" | "bot"; name: string }[];
  seat: Seat | null;
  host: boolean;
  round?: number;
  rounds?: number;
  yours: boolean;
  time: number;
}

export interface MyRecord {
  table: string;
  game: number;
  time: number;
  finished: boolean;
  seat: Seat;
  players: { name: string; total?: number }[];
}

export interface Mine {
  tables: MyTable[];
  records: MyRecord[];
}

export interface PublicTable {
  table: string;
  phase: TablePhase;
  players: number;
  taken: number;
  edition: Edition;
  free_hand: boolean;
  deck: string;
  clock: string;
  code: boolean;
  watch: boolean;
  games: number;
  host: string | null;
  created: number;
  time: number;
}

export function mineOf(answer: Answer): Mine {
  return {
    tables: Array.isArray(answer["tables"]) ? (answer["tables"] as MyTable[]) : [],
    records: Array.isArray(answer["records"]) ? (answer["records"] as MyRecord[]) : [],
  };
}

/** Tables where one may sit down or watch; null if the server does not answer. */
export async function publicTables(): Promise<PublicTable[] | null> {
  try {
    const response = await fetch("/api/tables");
    if (!response.ok) return null;
    const answer = (await response.json()) as { tables?: unknown };
    return Array.isArray(answer.tables) ? (answer.tables as PublicTable[]) : [];
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
