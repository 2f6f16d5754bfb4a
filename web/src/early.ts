/** Runs before the rest of the page has come: asks for what will be needed in this
 * language and at this address, and shows the start page as the build has drawn
 * it. What is clicked there is kept until the page itself takes over. */
import { KEPT, languageFor } from "./lib/languages";

interface Kept {
  language?: unknown;
  theme?: unknown;
  learnt?: unknown;
  bots?: unknown;
  level?: unknown;
}

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {}; // storage is full or forbidden: nothing is remembered
  }
}

/** The build names the files: `<meta name="ahead-de" content="/assets/…">`. */
function fetchAhead(what: string): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="ahead-${what}"]`);
  for (const file of meta?.content.split(" ") ?? []) {
    const link = document.createElement("link");
    link.crossOrigin = "";
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload";
    if (file.endsWith(".css")) link.as = "style";
    link.href = file;
    document.head.append(link);
  }
}

const nameOf = (one: Element): string =>
  (one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim();

let first: HTMLElement | null = null;
let clicked = "";

function remember(event: MouseEvent): void {
  const on = event.target instanceof Element && event.target.closest("button, a");
  if (!on || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  first?.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  on.setAttribute("aria-busy", "true");
  clicked = nameOf(on);
}

function show(language: string, wishes: Kept): void {
  const drawn = document.querySelector<HTMLTemplateElement>(
    `template[lang="${language}"]`,
  );
  if (!drawn) return;
  first = document.createElement("div");
  first.id = "first";
  first.append(drawn.content);
  // The policy lets no text set a style, but a program may.
  for (const one of first.querySelectorAll<HTMLElement>("[data-style]"))
    one.style.cssText = one.dataset["style"] ?? "";
  if (wishes.learnt === true) first.querySelector(".learn")?.remove();
  const against = first.querySelector<HTMLElement>(".against");
  if (against && (wishes.bots !== undefined || wishes.level !== undefined))
    against.style.visibility = "hidden";
  first.addEventListener("click", remember);
  document.body.prepend(first);
}

/** The page itself is there: what was done before is done now. */
export function takeOver(): void {
  const typed = first?.querySelector<HTMLInputElement>("form input")?.value ?? "";
  first?.remove();
  first = null;
  for (const one of document.querySelectorAll("template[lang]")) one.remove();
  const field = document.querySelector<HTMLInputElement>("#app form input");
  if (typed !== "" && field) {
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (clicked === "") return;
  const meant = [...document.querySelectorAll<HTMLElement>("#app button, #app a")];
  meant.find((one) => nameOf(one) === clicked)?.click();
}

if (!import.meta.env.SSR) {
  const wishes = kept();
  const language = languageFor(wishes.language, navigator.languages);
  const root = document.documentElement;
  root.lang = language;
  if (wishes.theme === "dark" || wishes.theme === "light")
    root.dataset["theme"] = wishes.theme;
  fetchAhead(language);
  if (location.pathname.startsWith("/t/")) fetchAhead("table");
  if (location.pathname === "/") show(language, wishes);
}
