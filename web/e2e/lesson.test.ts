/** The lesson: by hand from its first step to a real game, and the ways out. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LANDSCAPE, PHONE, Stage, until, type Person } from "./kit";
import { STEPS, stepOf, walk } from "./lesson";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const coach = ({ page }: Person) =>
  page.getByRole("complementary", { name: "Explanation" });
const card = ({ page }: Person, name: RegExp) =>
  page
    .getByRole("group", { name: "Your cards" })
    .getByRole("listitem")
    .filter({ hasText: name });
const asked = ({ page }: Person) =>
  page.getByRole("dialog", { name: "Leave the lesson?" });

/** What was said aloud since the last time. */
async function listen({ page }: Person): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    for (const region of document.querySelectorAll(".unseen[aria-live]"))
      new MutationObserver(() => heard.push(region.textContent.trim())).observe(
        region,
        {
          characterData: true,
          childList: true,
          subtree: true,
        },
      );
    Object.assign(globalThis, { heard });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));
}

const TITLES = [
  "Welcome",
  "Your cards",
  "Take a die",
  "Play your action",
  "Now take it",
  "Either colour",
  "The red die",
  "Any face",
  "You are alone",
  "Leave it",
  "Lay your dice",
  "Points and new cards",
  "Sum cards",
  "Count to 13",
  "Seven to go",
  "Exactly 13",
  "Your turn to play",
  "That is the game",
];

/** What is to be taken in a step, and what it does for the card. */
const TAKES: Record<number, { dice: string[]; card: RegExp; helps: string }> = {
  3: { dice: ["blue 3"], card: /blue 3 and an orange 4/, helps: "1 of 2" },
  5: { dice: ["orange 4"], card: /blue 3 and an orange 4/, helps: "completes" },
  6: { dice: ["orange 1", "blue 1"], card: /two 1s of any colour/, helps: "1 of 2" },
  7: { dice: ["red 1"], card: /two 1s of any colour/, helps: "completes" },
  8: {
    dice: ["blue 2", "blue 4", "blue 6"],
    card: /any blue die and any orange die/,
    helps: "1 of 2",
  },
  9: {
    dice: ["orange 2", "orange 6"],
    card: /any blue die and any orange die/,
    helps: "completes",
  },
  14: { dice: ["orange 6", "blue 6"], card: /exactly 13/, helps: "6 of 13" },
  15: { dice: ["orange 4", "blue 4"], card: /exactly 13/, helps: "10 of 13" },
  16: { dice: ["orange 3", "blue 3"], card: /exactly 13/, helps: "completes" },
};

test("the lesson leads from its first step to a real game", async () => {
  const anna = await stage.person({ at: "/", prefs: { learnt: false, level: "hard" } });
  const { page } = anna;
  await page.getByRole("link", { name: /New to the game/ }).click();
  const seen: string[] = [];
  await walk(anna, async (step) => {
    seen.push((await coach(anna).getByRole("heading").textContent()) ?? "");
    // All of it is in the window, however long the log is.
    if (step < STEPS)
      expect(
        await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
      ).toBeLessThanOrEqual(0);
    const take = TAKES[step];
    if (!take) return;
    const names = await anna.takeable.evaluateAll((all) =>
      all.map((one) => (one.ariaLabel ?? "").replace(", can be taken", "")),
    );
    expect(names.filter((name) => !take.dice.includes(name))).toEqual([]);
    await anna.takeable.first().hover();
    await card(anna, take.card).locator(".badge", { hasText: take.helps }).waitFor();
  });
  expect(seen).toEqual(TITLES);

  await anna.button("Play a real game").click();
  await anna.heading("Round 1 of 4").waitFor();
  await page.getByRole("region", { name: "Players" }).getByText("Easy").waitFor();
  await anna.playOn([1]);
  // What "Play now" starts is still as it was chosen.
  await page.goto(`${anna.url}/`);
  await anna.text(/against 2 bots: Hard/).waitFor();
  await page.getByRole("link", { name: "Learn to play" }).waitFor();
});

test("the lesson is done by keys alone, and each step is said when it is true", async () => {
  const anna = await stage.person({ at: "/learn", prefs: { edition: "schmidt" } });
  const { keyboard } = anna.page;
  await anna.heading("Welcome").waitFor();
  const heard = await listen(anna);
  const focus = () =>
    anna.page.evaluate(() => {
      const now = document.activeElement;
      return now?.ariaLabel ?? now?.textContent.trim() ?? "";
    });
  const on = (name: RegExp) =>
    until(`the focus on ${name.source}`, async () => name.test(await focus()));
  // Whoever comes back to the tray comes to a die that can be taken.
  const toDie = async (name: RegExp): Promise<void> => {
    await keyboard.press("Tab");
    await keyboard.press("t");
    await on(name);
  };
  const at = (step: number) =>
    until(`step ${step}`, async () => (await stepOf(anna)) === step);
  const take = async (step: number, die: RegExp): Promise<void> => {
    await at(step);
    await anna.myTurn();
    await toDie(die);
    await keyboard.press("Enter");
    await anna.taking.waitFor();
    await keyboard.press("Enter");
  };
  for (const step of [1, 2]) {
    await at(step);
    await on(/^Continue$/);
    await keyboard.press("Enter");
  }
  // The names are those of the dice on screen.
  await coach(anna).getByText("a black 3 and a white 4").waitFor();
  await take(3, /^black 3, can be taken$/);
  await at(4);
  await keyboard.press("a");
  await anna.button("Cancel").waitFor();
  await toDie(/^white [26]$/);
  await keyboard.press("Enter");
  await anna.page
    .getByRole("group", { name: "Faces to choose from" })
    .getByRole("button")
    .first()
    .focus();
  await keyboard.press("Enter");
  await anna.button("Play").focus();
  await keyboard.press("Enter");
  await take(5, /^white 4, can be taken$/);
  await heard();
  await take(6, /^(white|black) 1, can be taken$/);
  await at(7);
  const said = await heard();
  const when = (words: RegExp) => said.findIndex((one) => words.test(one));
  expect(when(/^You take a (white|black) 1/)).toBeGreaterThanOrEqual(0);
  expect(when(/^Robo takes a (white|black) 1/)).toBeGreaterThan(when(/^You take a/));
  expect(when(/^The red die\. The last 1/)).toBeGreaterThan(when(/^Robo takes/));
  expect(said.filter((one) => one.startsWith("The red die."))).toHaveLength(1);
  await take(7, /^red 1, can be taken$/);
  await take(8, /^black \d, can be taken$/);
  await take(9, /^white \d, can be taken$/);
  await at(10);
  await keyboard.press("p");
  await anna.button("Lay these dice").waitFor();
});

test("the lesson asks before it is left in the middle, whichever way", async () => {
  const anna = await stage.person({ at: "/", prefs: { learnt: false } });
  const { page } = anna;
  const ways: Record<string, () => Promise<unknown>> = {
    button: () => anna.button("Leave").click(),
    menu: async () => {
      await anna.button("Menu").click();
      await page.getByRole("menuitem", { name: "Home" }).click();
    },
    back: () => page.evaluate(() => history.back()),
  };
  for (const leave of Object.values(ways)) {
    await page.getByRole("link", { name: /New to the game/ }).click();
    await walk(anna, () => Promise.resolve(), 4);
    await leave();
    await asked(anna).waitFor();
    expect(
      await asked(anna).evaluate(
        (one) =>
          document.getElementById(one.getAttribute("aria-describedby") ?? "")
            ?.textContent,
      ),
    ).toMatch(/^\s*Your place is not kept/);
    // Escape stays, with all that was done.
    await page.keyboard.press("Escape");
    await asked(anna).waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/learn");
    expect(await stepOf(anna)).toBe(4);
    await anna.hasDice(1);
    await leave();
    const stay = asked(anna).getByRole("button", { name: "Stay" });
    await stay.focus();
    await page.keyboard.press("Enter");
    await asked(anna).waitFor({ state: "hidden" });
    await leave();
    const go = asked(anna).getByRole("button", { name: "Leave the lesson" });
    await go.focus();
    await page.keyboard.press("Enter");
    await anna.button("Play now").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    // What was explained is no longer there to be heard.
    expect(await page.locator(".unseen[aria-live=polite]").textContent()).not.toMatch(
      /action card/,
    );
  }
});

test("closing the window in the middle asks as well, and the beginning does not", async () => {
  const anna = await stage.person({ at: "/learn", prefs: { learnt: false } });
  const { page } = anna;
  const asks = () =>
    page.evaluate(
      () => !dispatchEvent(new Event("beforeunload", { cancelable: true })),
    );
  await anna.heading("Welcome").waitFor();
  expect(await asks()).toBe(false);
  await anna.button("Continue").click();
  await anna.heading("Your cards").waitFor();
  expect(await asks()).toBe(true);
  await page.reload();
  await anna.heading("Welcome").waitFor();
  await anna.button("Leave").click();
  await anna.button("Play now").waitFor();
});

test("without a server the lesson ends with a word, and can be tried again", async () => {
  const anna = await stage.person({ at: "/learn" });
  await walk(anna, () => Promise.resolve());
  await stage.server.stop();
  await anna.button("Play a real game").click();
  await anna.page
    .getByRole("status")
    .or(anna.page.getByRole("alert"))
    .first()
    .waitFor();
  expect(new URL(anna.page.url()).pathname).toBe("/learn");
});

test.each([
  ["the smallest phone", { width: 320, height: 568 }],
  ["a phone", PHONE],
  ["a phone on its side", LANDSCAPE],
  ["a tall phone", { width: 390, height: 844 }],
])("on %s, cards that are spoken of are in sight", async (_, viewport) => {
  const anna = await stage.person({ at: "/learn", viewport });
  const { page } = anna;
  await walk(anna, async (step) => {
    if (step === STEPS) return;
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      String(step),
    ).toBeLessThanOrEqual(0);
    const hidden = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>(".combo.glow, .coach p")].filter(
          (one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return !hit || !(one.closest("li") ?? one).contains(hit);
          },
        ).length,
    );
    expect(hidden, String(step)).toBe(0);
  });
});
