/** What is around a game: where it is found again, who may play the next one,
 * whose result it is, and what others are shown of it. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PHONE, Stage, TABLET, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

/** Every die completes a card: whoever takes one has points. */
const EASY = { settings: { deck: "easy" }, deck: "combo 2 *? x80\naction swap x10\n" };

/** Two people at a table of their own; the second one is not the host. */
async function together(anna: Person, ben: Person, making = EASY): Promise<string> {
  const table = await anna.create({
    ...making,
    settings: { players: 2, starts: 1, first: 1, bot: 0, ...making.settings },
  });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();
  await anna.myTurn();
  return table;
}

test("a running game is the first thing on the start page", async () => {
  const anna = await stage.person();
  const table = await anna.against(1);
  await anna.page.goto(anna.url);
  const going = anna.page.getByRole("link", { name: /^Continue with / });
  await going.waitFor();
  const first = anna.page.locator("main").locator("a, button").first();
  expect(await first.getAttribute("href")).toBe(`/t/${table}`);
  const top = async (what: typeof going) => (await what.boundingBox())?.y ?? 0;
  expect(await top(going)).toBeLessThan(await top(anna.heading("Take It or Leave It")));
  await going.click();
  await anna.myTurn();
});

test("the next game has other settings, and a seat for a spectator", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.against(1);
  const cleo = await stage.person({ name: "Cleo", at: `/t/${table}` });
  await cleo.tray.waitFor();
  await anna.playOn([0]);
  await cleo.text(/^Stay here: when the host opens the table again/).waitFor();
  await anna.button("Other settings, other players").click();
  await anna.heading("Your table").waitFor();
  await anna.button("Players: more").click();
  await cleo.sit();
  await anna.heading(/^Round 1 of/).waitFor();
  await cleo.tray.waitFor();
});

test("whoever gives up a seat has not won with it", async () => {
  const anna = await stage.person({ name: "Anna" });
  const ben = await stage.person({ name: "Ben" });
  const table = await together(anna, ben);
  await ben.button("Menu").click();
  await ben.page.getByRole("menuitem", { name: "Give up my seat" }).click();
  await ben.button("Give up my seat").click();
  await anna.playOn([0]);
  await anna.heading(/^\S+ \(bot for Ben\) wins$/).waitFor();
  await ben.page.goto(ben.url);
  const played = ben.page.getByRole("listitem").filter({ hasText: "You left before" });
  await played.waitFor();
  expect(await played.getByRole("img", { name: "You won" }).count()).toBe(0);
  await ben.page.goto(`${ben.url}/r/${table}/1`);
  await ben.page.getByRole("slider").waitFor();
});

test("a result is shared as a picture", async () => {
  const anna = await stage.person();
  await anna.against(1);
  await anna.playOn([0]);
  const coming = anna.page.waitForEvent("download");
  await anna.button("Share the result").click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^tioli-.*\.png$/);
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.length).toBeGreaterThan(10_000);
  await anna.text("The picture was saved with your downloads.").waitFor();
});

test("the table of rounds scrolls on a phone, and shows that it does", async () => {
  const anna = await stage.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await anna.against(4);
  await anna.playOn([0]);
  const rounds = anna.page.getByRole("group", { name: "Round by round" });
  await rounds.waitFor();
  const frame = anna.page.locator(".frame", { has: rounds });
  const marked = async (side: string) =>
    (await frame.getAttribute("class"))?.split(" ").includes(side);
  await until("a mark that there is more", () => marked("after").then(Boolean));
  expect(await marked("before")).toBe(false);
  await rounds.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
  await until("a mark at the other end", () => marked("before").then(Boolean));
  await until("the end of it", async () => !(await marked("after")));
});

test("a spectator on a tablet sees whole names", async () => {
  const names = ["Maximiliane-Charlotte Sonnenschein", "Bartholomäus von Hohenfels"];
  const [anna, ben] = await Promise.all(names.map((name) => stage.person({ name })));
  if (!anna || !ben) throw new Error("nobody came");
  const table = await anna.create({ settings: { players: 5, starts: 1, first: 1 } });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();
  await anna.button("Start").click();
  await anna.myTurn();
  const cleo = await stage.person({
    name: "Cleo",
    viewport: TABLET,
    at: `/t/${table}`,
  });
  await cleo.tray.waitFor();
  for (const viewport of [TABLET, { width: 768, height: 1024 }]) {
    await cleo.page.setViewportSize(viewport);
    for (const name of names) {
      const panel = cleo.page.getByRole("group", { name, exact: true });
      const shown = panel.getByText(name, { exact: true }).last();
      await until(`all of ${name}`, () =>
        shown.evaluate(
          (one) =>
            one.scrollWidth <= one.clientWidth &&
            one.scrollHeight <= one.clientHeight + 1,
        ),
      );
    }
  }
});

test("sound is offered once", async () => {
  const anna = await stage.person({ prefs: { offered: false }, hurry: 1 });
  await anna.against(1);
  await anna.myTurn();
  await anna.text("Play with sound?").waitFor();
  await anna.page.reload();
  await anna.myTurn();
  expect(await anna.text("Play with sound?").count()).toBe(0);
});

test("reactions are seen by all who are there, and can be muted", async () => {
  const anna = await stage.person({ name: "Anna" });
  const ben = await stage.person({ name: "Ben", hurry: 1 });
  const table = await together(anna, ben);
  const cleo = await stage.person({ name: "Cleo", at: `/t/${table}`, hurry: 1 });
  const screen = await stage.person({ at: `/tv/${table}`, hurry: 1 });
  await cleo.tray.waitFor();
  await screen.tray.waitFor();
  const say = async (words: string): Promise<void> => {
    await anna.button("Reactions").click();
    await anna.page.getByRole("menuitem", { name: words }).click();
  };
  await say("Bravo!");
  for (const other of [ben, cleo, screen]) await other.text("Bravo!").waitFor();
  await ben.button("Reactions").click();
  await ben.page.getByText("Mute reactions").click();
  await say("Wow!");
  await anna.take(); // what comes after it has come
  await ben.myTurn();
  expect(await ben.text("Wow!").count()).toBe(0);
});
