/** The languages of the page, and which of them somebody reads. It is asked before
 * anything else of the page is there, so this needs nothing else. */

/** "en", or one of po/LINGUAS. */
export type Language = string;
export const LANGUAGES: readonly Language[] = __LANGUAGES__;

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

/** What those who speak it call it. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
  return name ? name.charAt(0).toLocaleUpperCase(language) + name.slice(1) : language;
}
