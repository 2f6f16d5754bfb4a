/** Roads that are seldom taken: spoilt links, browsers that keep nothing, windows
 * that sleep, parts that do not come, names of all sorts. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PHONE, Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

/** What the browser says of files that a test keeps from it is expected. */
function forgive(person: Person, words: RegExp): void {
  const left = person.troubles.filter((one) => !words.test(one));
  person.troubles.splice(0, Infinity, ...left);
}

test("a link that was spoilt on its way is told from a table", async () => {
  const anna = await stage.person();
  for (const path of [
    "/t/ä",
    "/t/%20abc",
    "/t/abc.",
    `/t/${"x".repeat(300)}`,
    '/t/"><img src=x onerror=alert(1)>',
  ]) {
    await anna.page.goto(anna.url + path);
    await anna.heading("There is no such table").waitFor();
  }
  await anna.button("Make my own table").click();
  await anna.heading("Your table").waitFor();
});

test.each(["refused", "full"])("a game needs no storage: %s", async (how) => {
  const anna = await stage.person();
  await anna.context.addInitScript((how) => {
    const fail = (): never => {
      throw new DOMException("not here", "QuotaExceededError");
    };
    if (how === "full") Storage.prototype.setItem = fail;
    else Object.defineProperty(window, "localStorage", { get: fail });
  }, how);
  await anna.page.goto(anna.url);
  await anna.button("Play now").click();
  await anna.tray.waitFor();
  await anna.open(
    await anna.create({ settings: { players: 2, starts: 1, first: 1, bot: 0 } }),
  );
  await anna.button("Sit here").first().click();
  // Who is not remembered is asked.
  if (how === "refused") await anna.button("Sit down").click();
  await anna.button("Start").click();
  await anna.playOn([0]);
  await anna.text(/^Fair: all/).waitFor();
});

test("a window that sleeps is as far as the other when it wakes up", async () => {
  const anna = await stage.person();
  const table = await anna.against(1);
  await anna.myTurn();
  const other = await anna.tab();
  await other.goto(`${anna.url}/t/${table}`);
  const dice = other
    .getByRole("list", { name: "Your dice" })
    .getByRole("listitem")
    .filter({ hasNotText: "No dice yet" });
  await other
    .getByRole("button", { name: /can be taken/ })
    .first()
    .waitFor();
  const life = await anna.context.newCDPSession(other);
  await life.send("Page.setWebLifecycleState", { state: "frozen" });
  for (const count of [1, 2]) {
    await anna.take();
    await anna.hasDice(count);
    await anna.myTurn();
  }
  await life.send("Page.setWebLifecycleState", { state: "active" });
  await until("the other window to catch up", async () => (await dice.count()) === 2);
  await other
    .getByRole("button", { name: /can be taken/ })
    .first()
    .click();
  await other.getByRole("button", { name: /^Take ./ }).click();
  await anna.hasDice(3);
});

test("back and forward leave a game and come back to it", async () => {
  const anna = await stage.person({ at: "/" });
  const { page } = anna;
  await anna.button("Play now").click();
  await anna.myTurn();
  await anna.take();
  await anna.hasDice(1);
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  for (let i = 0; i < 2; i++) {
    await page.goBack();
    await anna.button("Play now").waitFor();
    await page.goForward();
    await anna.hasDice(1);
  }
  await anna.myTurn();
  await anna.take();
  await anna.hasDice(2);
  expect(anna.moves).toHaveLength(2);
  expect(sockets).toEqual([]); // it is one page, with one connection
});

test("a table whose parts do not come is drawn when they do", async () => {
  const anna = await stage.person();
  const table = await anna.against(1);
  const { page } = anna;
  const PARTS = /\/assets\/TableScreen-.*\.js$/;
  // Of a version that is not here any more, and then without a network.
  await page.route(PARTS, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${anna.url}/t/${table}`);
  const sorry = anna.heading("This part of the page could not be loaded");
  await sorry.waitFor();
  await anna.context.setOffline(true);
  await anna.button("Try again").click();
  await until("the button to be of use again", async () => {
    return (await anna.button("Try again").getAttribute("aria-busy")) !== "true";
  });
  await page.unroute(PARTS);
  await anna.context.setOffline(false);
  expect(await sorry.count()).toBe(1);
  await anna.button("Try again").click();
  await anna.myTurn();
  forgive(anna, /404|ERR_FAILED/);
});

test("settings that do not come can be asked for again", async () => {
  const anna = await stage.person({ at: "/" });
  await anna.button("Play now").waitFor();
  await anna.page.route(/\/assets\/Settings-.*\.js$/, (route) => route.abort());
  await anna.button("Settings").click();
  await anna.heading("This part of the page could not be loaded").waitFor();
  await anna.page.unroute(/\/assets\/Settings-.*\.js$/);
  await anna.button("Try again").click();
  await anna.button("Play now").waitFor();
  await anna.button("Settings").click();
  await anna.heading("Settings").waitFor();
  forgive(anna, /ERR_FAILED/);
});

test("a link to a moment that never was leads to the nearest", async () => {
  const anna = await stage.person();
  const table = await anna.against(1);
  await anna.playOn([0]);
  const slider = anna.page.getByRole("slider", { name: "Moment of the game" });
  const shows = async (query: string, words: RegExp): Promise<void> => {
    await anna.page.goto(`${anna.url}/r/${table}/1${query}`);
    await slider.waitFor();
    expect(await slider.getAttribute("aria-valuetext"), query).toMatch(words);
  };
  await shows("?at=99999", /^Step (\d+) of \1\b/);
  await anna.heading(/win/).waitFor();
  await shows("?at=-5", /^Step 0 of|^The start/);
  await shows("?at=soon&eyes=9", /^Step 0 of|^The start/);
  await anna.page.getByRole("list", { name: "All hands" }).waitFor();
});

test("a megabyte of nonsense is refused as quickly as a word", async () => {
  const anna = await stage.person({ at: "/" });
  const picker = anna.page.locator('nav input[type="file"]');
  for (const line of ["x\n", "tioli 1\n", "\n"]) {
    await picker.setInputFiles({
      name: "game.tioli",
      mimeType: "text/plain",
      buffer: Buffer.from(line.repeat(2 ** 20 / line.length)),
    });
    await anna.heading("This is not a whole record").waitFor();
    await anna.page.getByRole("link", { name: "Back to the start page" }).click();
  }
});

const NAMES = [
  ['<b>Bob</b> & "Co" {name}', "דנה כהן"],
  ["👩‍👩‍👧🎲🃏", "W".repeat(40)],
];

test.each(NAMES)("names are shown as they are: %s, %s", async (...names) => {
  const [anna, ben] = (await Promise.all(
    names.map((name) => stage.person({ name, viewport: PHONE })),
  )) as [Person, Person];
  const table = await anna.create({ settings: { players: 2, starts: 1, first: 1 } });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.text(anna.name, { exact: true }).first().waitFor();
  await ben.sit();
  for (const [who, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    await who.myTurn();
    await who.take();
    const told = other.page.getByText(who.name).filter({ hasText: / takes / });
    await told.first().waitFor();
    const wide = await other.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(PHONE.width);
  }
});

test("a name that is too long is refused where it is typed", async () => {
  const anna = await stage.person({ name: "x".repeat(1000), at: "/" });
  const { page } = anna;
  await anna.button("Play now").click();
  await anna.tray.waitFor();
  await page.goto(anna.url);
  await page.getByRole("button", { name: /Change your name/ }).click();
  const field = page.getByRole("textbox", { name: "Your name" });
  await field.fill("🎲".repeat(20));
  await anna.button("Save").click();
  await page.getByRole("alert").first().waitFor();
  await field.fill("Anna");
  await anna.button("Save").click();
  await page.getByRole("button", { name: /Anna.*Change your name/ }).waitFor();
});
