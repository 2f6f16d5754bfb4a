/** What axe says of every screen, in both themes. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What is right need not be listed, and there are no frames. */
const QUICK: RunOptions = {
  resultTypes: ["violations"],
  selectors: false,
  iframes: false,
  preload: false,
};

/** Colours are all that the dark theme changes. */
const RUNS: ["light" | "dark", RunOptions][] = [
  ["light", { runOnly: { type: "tag", values: TAGS }, ...QUICK }],
  ["dark", { runOnly: { type: "rule", values: ["color-contrast"] }, ...QUICK }],
];

async function complaints(person: Person, where: string): Promise<string[]> {
  const { page } = person;
  const found: string[] = [];
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  for (const [theme, options] of RUNS) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    const { violations } = await page.evaluate(async (options) => {
      // Colours that fade in are not those that stay; what inherits them begins
      // only when they have come.
      const fading = () =>
        document
          .getAnimations()
          .filter((one) => one.effect?.getTiming().iterations !== Infinity);
      while (fading().length > 0) for (const one of fading()) one.finish();
      const { axe } = window as unknown as {
        axe: { run(options: RunOptions): Promise<AxeResults> };
      };
      return axe.run(options);
    }, options);
    for (const { id, help, nodes } of violations)
      for (const { html, failureSummary } of nodes.slice(0, 3))
        found.push(
          `${where}, ${theme}: ${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ""}`,
        );
  }
  return found;
}

test("axe finds nothing on the way to a table", async () => {
  const anna = await stage.person({ at: "/", prefs: { learnt: false } });
  const { page } = anna;
  const found: string[] = [];
  const look = async (where: string) => found.push(...(await complaints(anna, where)));
  await anna.button("Play now").waitFor();
  await look("home");
  await anna.button("Change the game").click();
  await page.getByText("How many bots").waitFor();
  await look("opponents");
  await anna.button("Done").click();
  await anna.button("Settings").click();
  await anna.heading("Settings").waitFor();
  await look("settings");
  await page.keyboard.press("Escape");
  await anna.open(await anna.create({ settings: { players: 4, listed: true } }));
  await anna.sit();
  await page.locator("details").evaluate((more) => {
    more.setAttribute("open", "");
    // Not half behind the foot of the page.
    more.querySelector("summary")?.scrollIntoView({ block: "nearest" });
  });
  await look("set-up of the host");
  await anna.button("Write your deck").click();
  await anna.heading("Your own deck").last().waitFor();
  await anna.text("How cards are written").waitFor();
  await look("an empty deck with its legend");
  const cards = page.getByRole("textbox", { name: "Its cards" });
  await cards.fill("combo 3 D3 L4 x2\ncombo 3 sum D > 12\naction swap\ncombo 3 D9\n");
  await anna.text(/^A small deck for 4/).waitFor();
  await anna.button(/^Line 4:/).waitFor();
  await look("a small deck with a mistake");
  await page.keyboard.press("Escape");
  const ben = await stage.person({ name: "Ben", at: new URL(page.url()).pathname });
  await ben.button("Sit here").first().waitFor();
  found.push(...(await complaints(ben, "set-up of a guest")));
  await ben.page.goto(ben.url);
  await ben.page.getByRole("link", { name: /Anna/ }).waitFor();
  found.push(...(await complaints(ben, "home with a public table")));
  await page.goto(`${anna.url}/rules`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("rules");
  await page.goto(`${anna.url}/learn`);
  await anna.heading("Welcome").waitFor();
  await look("lesson");
  await page.goto(`${anna.url}/t/nosuchtable`);
  await anna.heading("There is no such table").waitFor();
  await look("no such table");
  await page.goto(`${anna.url}/r`);
  await anna.text("Choose a record").waitFor();
  await look("pick a record");
  expect(found).toEqual([]);
});

test("axe finds nothing at a table", async () => {
  const anna = await stage.person();
  const { page } = anna;
  const found: string[] = [];
  const look = async (where: string) => found.push(...(await complaints(anna, where)));
  await anna.against(1, {
    settings: { deck: "one" },
    deck: "combo 2 *? x40\ncombo 5 D1 D2 D3 x9\ncombo 3 sum L > 12 x9\naction cast x20\n",
  });
  await anna.myTurn();
  await look("my turn");
  await anna.takeable.first().click();
  await anna.taking.waitFor();
  await look("a die chosen");
  await anna.taking.click();
  await anna.hasDice(1);
  await anna.myTurn();
  await anna.button("Hint").click();
  await page
    .getByRole("button", { name: /± .* points/ })
    .first()
    .waitFor();
  await look("hints");
  await page.getByRole("button", { name: /^Action card/ }).click();
  await anna.button("Cancel").waitFor();
  await look("choosing what to cast");
  await anna.button("Cancel").click();
  await anna.button("Menu").click();
  await page.getByRole("menuitem").first().waitFor();
  await look("menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await anna.heading("Keys").waitFor();
  await look("keys");
  await page.keyboard.press("Escape");
  await anna.pass();
  await anna.text("Best", { exact: true }).waitFor();
  await look("lay-out editor");
  await anna.button(/^Lay /).click();
  await anna.button("Continue").waitFor();
  await look("result of the round");
  await anna.button("Continue").click();
  await anna.button("Keep all cards").waitFor();
  await look("discard");
  await anna.playOn([0]);
  await anna.text(/^Fair:/).waitFor();
  await look("end of the game");
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("slider").waitFor();
  await look("replay with all hands");
  await stage.server.stop();
  await anna.text(/^Reconnecting/).waitFor();
  await look("server gone");
  await stage.server.start();
  expect(found).toEqual([]);
});

test("axe finds nothing for those who watch, and where somebody is asked", async () => {
  const anna = await stage.person({
    name: "Anna",
    prefs: { confirm: "yes", offered: false },
    hurry: 1, // what is offered goes by itself
  });
  const ben = await stage.person({ name: "Ben" });
  const found: string[] = [];
  const look = async (who: Person, where: string) =>
    found.push(...(await complaints(who, where)));
  const table = await anna.create({
    settings: { players: 4, starts: 1, first: 1, bot: 0, free_hand: true },
  });
  await anna.open(table);
  await anna.sit();
  const screen = await stage.person({ at: `/tv/${table}` });
  await screen.text("Scan this with a phone").waitFor();
  await look(screen, "big screen before the game");
  await ben.open(table);
  await ben.sit();
  await anna.button("Start").click();
  await anna.heading("Draw cards").waitFor();
  await anna.text("Play with sound?").waitFor();
  await look(anna, "choosing what to draw, while sound is offered");
  await anna.button("Draw these cards").click();
  await ben.button("Draw these cards").click();
  await anna.myTurn();
  await screen.text("Anna is to move").waitFor();
  await look(screen, "big screen");
  await anna.button("Reactions").click();
  await anna.page.getByRole("menuitem", { name: "Bravo!" }).waitFor();
  await look(anna, "reactions");
  await anna.page.keyboard.press("Escape");
  await anna.button("Pass").click();
  await anna.button("Keep playing").waitFor();
  await look(anna, "asked before passing");
  await anna.button("Keep playing").click();
  await anna.button("Menu").click();
  await anna.page.getByRole("menuitem", { name: "Give up my seat" }).click();
  await anna.heading("Give up your seat?").waitFor();
  await look(anna, "asked before giving up a seat");
  await anna.page.keyboard.press("Escape");
  await ben.page.goto(`${ben.url}/rules`);
  await anna.text(/^Ben is away/).waitFor();
  await look(anna, "somebody is away");
  await screen.text(/^Ben is away/).waitFor();
  await look(screen, "big screen with somebody away");
  expect(found).toEqual([]);
});
