/** The start page as text. The build puts it into index.html in every language,
 * so that it is on screen before the program that drives it has come: see
 * early.ts. */
import { render } from "svelte/server";
import { followLanguage } from "./lib/i18n.svelte";
import type { Language } from "./lib/languages";
import { prefs } from "./lib/prefs.svelte";
import Home from "./home/Home.svelte";

export async function first(language: Language): Promise<string> {
  prefs.now.language = language;
  await followLanguage();
  return render(Home).body;
}
