/** The languages of the page, and which of them somebody reads. It is asked before
 * anything else of the page is there, so this needs nothing else. */

export type Language = "en" | "de" | "it" | "es" | "nl";
export const LANGUAGES: readonly Language[] = ["en", "de", "it", "es", "nl"];

/** Where the reader's wishes are kept. */
export const KEPT = "tioli";

/** What the reader chose, or else the first of the browser's that we speak. */
export function languageFor(chosen: unknown, tags: readonly string[]): Language {
  const known = (tag: unknown): Language | undefined =>
    LANGUAGES.find((language) => language === tag);
  const own = known(chosen);
  if (own) return own;
  for (const tag of tags) {
    const found = known(tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "en";
}
