/** The check of a record, done here and put into words. */
import { VERDICTS } from "$/generated/verdicts";
import { n, t, told } from "$lib/i18n.svelte";
import type { Claims, OpenRecord, Verdict } from "$/wasm/engine";

export type Check =
  | { kind: "fair" | "unfair" | "unknown"; text: string; more: string[] }
  | { kind: "failed"; text: string; more: string[] };

export function checkOf(verdict: Verdict): Check {
  if (verdict.fair === true) {
    const more = [
      n("One roll was checked.", "{n} rolls were checked.", verdict.rolls),
      n("One deal was checked.", "{n} deals were checked.", verdict.deals),
    ];
    if (verdict.contributed.length === 0)
      more.push(
        t("But no player added random numbers, so the commitment alone proves little."),
      );
    return {
      kind: "fair",
      text: t("Fair: all dice and cards are what the commitment promised."),
      more,
    };
  }
  const more = [];
  if (verdict.expected !== undefined)
    more.push(t("It should be: {text}", { text: verdict.expected }));
  if (verdict.found !== undefined)
    more.push(t("It is: {text}", { text: verdict.found }));
  const why = told(VERDICTS[verdict.code]);
  if (verdict.fair === null)
    return { kind: "unknown", text: t("Not verifiable: {why}.", { why }), more };
  return {
    kind: "unfair",
    text:
      verdict.line === null
        ? t("Not fair: {why}.", { why })
        : t("Not fair, line {line}: {why}.", { line: verdict.line, why }),
    more,
  };
}

export function checkRecord(record: OpenRecord, claims: Claims = {}): Check {
  return checkOf(record.verify(claims));
}

/** Fetches the record of a game and checks it in this browser. */
export async function checkGame(
  url: string,
  claims: Claims,
  signal: AbortSignal,
): Promise<Check> {
  try {
    const { sharedEngine } = await import("$/wasm/shared");
    const [response, engine] = await Promise.all([
      fetch(url, { signal }),
      sharedEngine(),
    ]);
    if (!response.ok) throw new Error(String(response.status));
    const record = engine.openRecord(await response.text());
    if (!("about" in record))
      return {
        kind: "unfair",
        text: t("The record is not valid: see line {line}.", {
          line: record.line ?? 1,
        }),
        more: [record.words],
      };
    try {
      return checkRecord(record, claims);
    } finally {
      record.close();
    }
  } catch {
    return { kind: "failed", text: t("The record could not be loaded."), more: [] };
  }
}
