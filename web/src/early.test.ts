// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

function page(path: string, kept: object, language = "en-GB"): void {
  vi.resetModules();
  history.replaceState(null, "", path);
  localStorage.setItem("tioli", JSON.stringify(kept));
  vi.spyOn(navigator, "languages", "get").mockReturnValue([language]);
  const drawn = (words: string) =>
    `<main><p class="against">2 bots</p><button> <i data-style="width: 2rem"></i> ${words}</button>` +
    '<a class="learn" href="#learn">Learn</a><form><input></form></main>';
  document.head.innerHTML =
    '<meta name="ahead-de" content="/assets/de-1.js">' +
    '<meta name="ahead-table" content="/assets/table-1.js /assets/table-1.css">';
  document.body.innerHTML =
    '<div id="app"></div>' +
    `<template lang="en">${drawn("Play")}</template>` +
    `<template lang="de">${drawn("Spielen")}</template>`;
}

const ahead = (): string[] =>
  [...document.querySelectorAll("link")].map(
    (link) => `${link.rel} ${link.getAttribute("href") ?? ""}`,
  );
const first = (): HTMLElement | null => document.getElementById("first");

beforeEach(() => delete document.documentElement.dataset["theme"]);
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

it("shows the start page in the browser's language, and asks for its words", async () => {
  page("/", {}, "de-AT");
  await import("./early");
  expect(first()?.querySelector("button")?.textContent).toContain("Spielen");
  expect(first()?.querySelector("i")?.style.width).toBe("2rem");
  expect(document.documentElement.lang).toBe("de");
  expect(ahead()).toEqual(["modulepreload /assets/de-1.js"]);
});

it("goes by what the reader has chosen, and shows nothing that is not so", async () => {
  page("/", { language: "en", theme: "dark", learnt: true, bots: 4 }, "de");
  await import("./early");
  expect(first()?.textContent).toContain("Play");
  expect(first()?.querySelector(".learn")).toBeNull();
  expect(first()?.querySelector<HTMLElement>(".against")?.style.visibility).toBe(
    "hidden",
  );
  expect(document.documentElement.dataset["theme"]).toBe("dark");
});

it("asks for a table's files where there is a table", async () => {
  page("/t/abc", {});
  await import("./early");
  expect(first()).toBeNull();
  expect(ahead()).toEqual([
    "modulepreload /assets/table-1.js",
    "preload /assets/table-1.css",
  ]);
  // Asked for as it will be asked for again, or it comes twice.
  const [script, style] = document.querySelectorAll("link");
  expect(style?.as).toBe("style");
  for (const one of [script, style]) expect(one?.getAttribute("crossorigin")).toBe("");
});

it("keeps a click and what was typed until the page takes over", async () => {
  page("/", {});
  const { takeOver } = await import("./early");
  // Who thinks better of it means the last one.
  const learn = first()?.querySelector("a");
  learn?.click();
  expect(learn?.getAttribute("aria-busy")).toBe("true");
  const early = first()?.querySelector("button");
  early?.click();
  expect(early?.getAttribute("aria-busy")).toBe("true");
  expect(learn?.hasAttribute("aria-busy")).toBe(false);
  const field = first()?.querySelector("input");
  if (field) field.value = "abc";

  const app = document.getElementById("app");
  if (app)
    app.innerHTML = "<button>Else</button><button>Play</button><form><input></form>";
  const clicked: string[] = [];
  app?.addEventListener("click", (event) =>
    clicked.push((event.target as HTMLElement).textContent ?? ""),
  );
  const typed: string[] = [];
  app?.addEventListener("input", (event) =>
    typed.push((event.target as HTMLInputElement).value),
  );
  takeOver();
  expect(clicked).toEqual(["Play"]);
  expect(typed).toEqual(["abc"]);
  expect(first()).toBeNull();
  expect(document.querySelector("template")).toBeNull();
});

it("follows a link when the page is there, by the name that it is read by", async () => {
  page("/", {});
  const { takeOver } = await import("./early");
  const link = first()?.querySelector("a");
  link?.setAttribute("aria-label", "Learn to  play");
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  link?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  const app = document.getElementById("app");
  if (app) app.innerHTML = '<a href="#learn" aria-label="Learn to play">?</a>';
  const followed = vi.fn();
  app?.querySelector("a")?.addEventListener("click", followed);
  takeOver();
  expect(followed).toHaveBeenCalledTimes(1);
});

it.each(["ctrlKey", "metaKey", "shiftKey"])(
  "leaves links that are wanted in another window to the browser: %s",
  async (key) => {
    page("/", {});
    await import("./early");
    const event = new MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      [key]: true,
    });
    first()?.querySelector("a")?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  },
);

it.each([{ bots: 4 }, { level: "expert" }])(
  "does not say whom one plays against where it may be others: %o",
  async (kept) => {
    page("/", kept);
    await import("./early");
    const against = first()?.querySelector<HTMLElement>(".against");
    expect(against?.style.visibility).toBe("hidden");
  },
);

it.each([
  ["light", "light"],
  ["pink", undefined], // of another version, or by hand
])("goes by the theme that was chosen: %s", async (theme, shown) => {
  page("/", { theme });
  await import("./early");
  expect(document.documentElement.dataset["theme"]).toBe(shown);
});

it.each(["{", "null", "7"])("does well with nonsense kept: %s", async (kept) => {
  page("/", {});
  localStorage.setItem("tioli", kept);
  await import("./early");
  expect(first()?.textContent).toContain("Play");
});

it("does well where nothing may be kept", async () => {
  page("/", {});
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("not in this window", "SecurityError");
  });
  await import("./early");
  expect(first()?.textContent).toContain("Play");
});

it("does well without a start page to show", async () => {
  page("/", {});
  document.querySelector("template[lang=en]")?.remove();
  const { takeOver } = await import("./early");
  expect(first()).toBeNull();
  takeOver();
});
