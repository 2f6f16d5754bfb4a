/** Gets a record, from the server or from a file, and opens it. */
import { t } from "$lib/i18n.svelte";
import { sharedEngine } from "$/wasm/shared";
import type { OpenRecord } from "$/wasm/engine";

export interface Loaded {
  record: OpenRecord;
  text: string;
}

/** Why there is nothing to see, in words, and perhaps what the reader of the
 * record says of it. */
export interface Trouble {
  title: string;
  text: string;
  detail: string;
}

export function recordUrl(table: string, game: number): string {
  return `/api/tables/${encodeURIComponent(table)}/record?game=${game}`;
}

async function codeOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { error?: unknown };
    return typeof body.error === "string" ? body.error : "";
  } catch {
    return "";
  }
}

function refused(code: string): Trouble {
  const title = t("This game can't be shown");
  switch (code) {
    case "not-found":
    case "no-such-table":
      return {
        title,
        text: t("There is no such game here. The link may be old or incomplete."),
        detail: "",
      };
    case "no-watching":
      return {
        title,
        text: t("This game is private: only its players can see it."),
        detail: "",
      };
    case "not-over":
      return {
        title,
        text: t("The game is not over yet. Come back when it is."),
        detail: "",
      };
  }
  return {
    title,
    text: t("The record could not be loaded. Try again in a moment."),
    detail: "",
  };
}

const away = (): Trouble => ({
  title: t("This game can't be shown"),
  text: t("The server can't be reached. Check your connection and try again."),
  detail: "",
});

export async function fetchRecord(
  table: string,
  game: number,
): Promise<Loaded | Trouble> {
  try {
    const response = await fetch(recordUrl(table, game));
    if (!response.ok) return refused(await codeOf(response));
    return await openRecord(await response.text());
  } catch {
    return away();
  }
}

export async function openRecord(text: string): Promise<Loaded | Trouble> {
  let engine;
  try {
    engine = await sharedEngine();
  } catch {
    return away();
  }
  const record = engine.openRecord(text);
  if ("about" in record) return { record, text };
  return {
    title: t("This is not a whole record"),
    text: record.line
      ? t(
          "Line {line} is not valid. The file may be cut short, edited, or not a game record at all.",
          { line: record.line },
        )
      : t("The file can't be read as a game record."),
    detail: record.words,
  };
}
