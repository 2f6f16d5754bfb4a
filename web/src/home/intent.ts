/** The promise made to a person who made a table with one click: it is kept as
 * soon as the table has told what its chance is committed to. */
import { toast } from "$/ui/toast.svelte";
import { errorText } from "$lib/errors";
import { router } from "$lib/router.svelte";
import { session } from "$lib/session.svelte";
import type { Edition, SettingsChange } from "$lib/protocol";

export interface Intent {
  /** Start at once, with bots of this level on the free seats. */
  start: string | null;
}

export interface Solo {
  bots: number;
  edition: Edition;
  starts: number;
  pace: number;
}

/** A game against bots, as it was played the last time. */
export function soloSettings({ bots, edition, starts, pace }: Solo): SettingsChange {
  return {
    players: Math.min(5, Math.max(2, bots + 1)),
    hints: true,
    edition: edition === "schmidt" ? "schmidt" : "gamewright",
    ...(starts >= 1 && starts <= 9 ? { starts } : {}),
    bot: Math.min(60_000, Math.max(0, Math.round(pace))),
  };
}

const intents = new Map<string, Intent>();

/** Makes a table and goes there. Its maker sits down, and the game may start at
 * once. */
export async function openTable(
  settings: SettingsChange,
  start: string | null,
): Promise<void> {
  const answer = await session.request({ do: "create", settings });
  if (answer.table) intents.set(answer.table, { start });
  if (answer.error) toast(errorText(answer), "bad");
  else router.go(`/t/${answer.table}`);
}

/** Gives it out once. */
export function intentOf(table: string): Intent | null {
  const intent = intents.get(table) ?? null;
  intents.delete(table);
  return intent;
}
