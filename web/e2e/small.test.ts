/** On a phone: nothing is wider than the screen and everything can be touched;
 * and what has to be loaded before a table is drawn. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LANDSCAPE, PHONE, Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

/** WCAG 2.2 asks for 24 px, ours are 44 where there is room. */
const LEAST = 24;
const MOST_KB = 120;

/** What does not fit, and goes on not to: just after the size has changed a part
 * may still be as it was. */
async function misfits(person: Person): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const found = await misfitsNow(person);
    if (found.length === 0 || tries === 5) return found;
    await new Promise((go) => setTimeout(go, 200));
  }
}

/** Things that are too wide, or too small to be hit. */
async function misfitsNow(person: Person): Promise<string[]> {
  // What a phone itself calls its width grows with a page that is too wide.
  await person.page.evaluate(
    () =>
      new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const size = { least: LEAST, width: person.page.viewportSize()?.width ?? 0 };
  return person.page.evaluate(({ least, width }) => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) found.push(`it is ${scrollWidth} px wide`);
    const dialog = document.querySelector("dialog[open]");
    const targets = [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        "button, a[href], select, textarea, input, summary",
      ),
    ].filter((one) => !one.closest("[inert]") && one.checkVisibility());
    const boxOf = (one: HTMLElement): DOMRect => {
      const label = one.closest("label");
      return (label ?? one).getBoundingClientRect();
    };
    // Links inside a sentence are as tall as its lines.
    const inText = (one: HTMLElement): boolean =>
      one.matches("a") && one.closest("p, li, dd") !== null;
    for (const one of targets) {
      const box = boxOf(one);
      if (box.width === 0 || one.tabIndex < 0 || inText(one)) continue;
      const name =
        one.getAttribute("aria-label") ?? one.textContent.trim().slice(0, 40) ?? "";
      if (box.width < least || box.height < least)
        found.push(
          `${one.tagName} "${name}" is ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
      const small = box.width < 44 || box.height < 44;
      const dice = one.hasAttribute("data-die");
      if (small && !dice && one.matches("button"))
        found.push(
          `${name}: only ${Math.round(box.width)} × ${Math.round(box.height)}`,
        );
    }
    return found;
  }, size);
}

test("every screen fits a phone, upright and on its side", async () => {
  const anna = await stage.person({
    at: "/",
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const { page } = anna;
  const found: string[] = [];
  const look = async (where: string): Promise<void> => {
    for (const size of [PHONE, LANDSCAPE]) {
      await page.setViewportSize(size);
      const odd = await misfits(anna);
      found.push(
        ...odd.map((one) => `${where}, ${size.width} × ${size.height}: ${one}`),
      );
    }
    await page.setViewportSize(PHONE);
  };

  await anna.button("Play now").waitFor();
  await look("home");
  await anna.button("Settings").click();
  await anna.heading("Settings").waitFor();
  await look("settings");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Rules" }).first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("rules");

  await anna.open(await anna.create({ settings: { players: 5, starts: 1 } }));
  await anna.button("Sit here").first().waitFor();
  await look("set-up");
  await page.getByText("More", { exact: true }).last().click();
  await anna.button("Write your deck").click();
  await anna.text("How cards are written").waitFor();
  await look("an empty deck");
  const cards = page.getByRole("textbox", { name: "Its cards" });
  await cards.fill(
    "combo 3 D3 L4\ncombo 3 D1 D1 D1 D1 L1 L1 *1 *? x3 and more\ncard\n",
  );
  await anna.button(/^Line 3:/).waitFor();
  await look("a deck with mistakes");

  await anna.against(4, {
    settings: { deck: "one" },
    deck: "combo 2 *? x80\naction change D cost 1 x20\n",
  });
  await anna.myTurn();
  await look("table of five");
  await page.getByRole("button", { name: /^Action card/ }).click();
  await anna.tray.getByRole("button", { disabled: false }).first().click();
  await page.getByRole("group", { name: "Faces to choose from" }).waitFor();
  await look("choosing a face");
  await anna.button("Cancel").click();
  await anna.take();
  await anna.hasDice(1);
  await anna.myTurn();
  await anna.pass();
  await anna.text("Best", { exact: true }).waitFor();
  await look("lay-out editor");
  await anna.button("Lay these dice").click();
  await anna.button("Continue").waitFor();
  await look("result of the round");
  await anna.button("Continue").click();
  await anna.button("Keep all cards").waitFor();
  await look("discard");
  await anna.against(1);
  await anna.playOn([0]);
  await anna.text(/^Fair:/).waitFor();
  await look("end of the game");
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("slider").waitFor();
  await look("replay");
  await page.goto(`${anna.url}/learn`);
  await anna.heading("Welcome").waitFor();
  await look("lesson");
  await page.goto(`${anna.url}/t/nosuchtable`);
  await anna.heading("There is no such table").waitFor();
  await look("no such table");
  expect(found).toEqual([]);
});

/** Phones, tablets and windows as people have them; the smallest first. */
const SIZES = [
  [320, 568],
  [360, 800],
  [375, 667],
  [390, 844],
  [412, 915],
  [768, 1024],
  [568, 320],
  [667, 375],
  [800, 360],
  [844, 390],
  [915, 412],
  [1024, 768],
] as const;

test("a table can't be pushed sideways on any screen, and the bar hides nothing", async () => {
  const [width, height] = SIZES[0];
  // Where nothing may move, nothing is drawn for dice that fly.
  const motion = { reducedMotion: "no-preference" } as const;
  const anna = await stage.person({ viewport: { width, height }, ...motion });
  const { page } = anna;
  await anna.against(4);
  await anna.myTurn();
  const found: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const odd = await misfits(anna);
    const { moved, hidden } = await page.evaluate(() => {
      scrollTo(99, 0);
      const moved = scrollX;
      scrollTo(0, 0);
      const bar = document.querySelector('[aria-label="Your move"]');
      const cards = document.querySelector('[aria-label="Your cards"]');
      const end = cards?.getBoundingClientRect().bottom ?? Infinity;
      return { moved, hidden: end - (bar?.getBoundingClientRect().top ?? 0) };
    });
    if (moved > 0) odd.push(`it moves by ${moved} px`);
    // Lower screens on their side are for scrolling.
    if (height > width && hidden > 0.5) odd.push(`${hidden} px are behind the bar`);
    found.push(...odd.map((one) => `${width} × ${height}: ${one}`));
  }
  expect(found).toEqual([]);
});

/** How much of what is named so lies behind what is at the foot of the screen. */
async function behind({ page }: Person, what: string, foot: string): Promise<number> {
  return page.evaluate(
    ([what, foot]) => {
      scrollTo(0, 0);
      const box = (name = "") =>
        document.querySelector(`[aria-label="${name}"]`)?.getBoundingClientRect();
      return (box(what)?.bottom ?? Infinity) - (box(foot)?.top ?? 0);
    },
    [what, foot],
  );
}

test("a window that becomes as small as a phone shows all cards", async () => {
  const anna = await stage.person();
  await anna.against(4);
  await anna.myTurn();
  // While one of them is looked at, more than its size changes.
  await anna.page.locator("[data-place]").nth(1).hover();
  await anna.text(/^Card 2, /).waitFor();
  const [width, height] = SIZES[0];
  await anna.page.setViewportSize({ width, height });
  await until("the cards to have their place", async () => {
    return (await behind(anna, "Your cards", "Your move")) <= 0.5;
  });
});

test("what a die does for a card is legible on the smallest phone", async () => {
  const [width, height] = SIZES[0];
  const anna = await stage.person({ viewport: { width, height } });
  await anna.against(1, {
    settings: { deck: "one" },
    deck: "combo 3 sum * > 14 x40\naction swap x20\n",
  });
  await anna.myTurn();
  await anna.takeable.first().click();
  const badge = anna.page.locator(".badge").first();
  await badge.waitFor();
  // The longest that there is: in German.
  const cut = await badge.evaluate((one) => {
    one.textContent = "12 von > 14";
    return one.scrollWidth - one.clientWidth;
  });
  expect(cut).toBeLessThanOrEqual(0);
});

test("the host of the smallest phone sees the cards while somebody is away", async () => {
  const [width, height] = SIZES[0];
  const anna = await stage.person({ name: "Anna", viewport: { width, height } });
  const ben = await stage.person({ name: "Ben" });
  const table = await anna.create({ settings: { players: 4, starts: 1, first: 1 } });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();
  await anna.button("Start").click();
  await anna.myTurn();
  await ben.page.goto(`${ben.url}/rules`);
  await anna.text(/^Ben is away\. A bot takes over in/).waitFor();
  expect(await misfits(anna)).toEqual([]);
  expect(await behind(anna, "Your cards", "Your move")).toBeLessThanOrEqual(0.5);
  await anna.button("Wait longer").click();
  await anna.text(/^Ben is away\. A bot takes over in [45]:/).waitFor();
  await anna.button("Let the bot play").click();
  await anna.text(/^Ben is away/).waitFor({ state: "hidden" });
});

test("a game on the smallest phone is told whole, and seen again", async () => {
  const [width, height] = SIZES[0];
  const anna = await stage.person({ viewport: { width, height } });
  const table = await anna.against(4);
  await anna.playOn([0]);
  const rounds = anna.page.getByRole("group", { name: "Round by round" });
  await rounds.waitFor();
  // Names of one word are not broken.
  const lines = await rounds
    .locator(".name")
    .evaluateAll((all) =>
      all.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)),
    );
  expect(lines.filter((one) => one > 1.5)).toEqual([]);
  await anna.page.goto(`${anna.url}/r/${table}/1?at=14&eyes=1`);
  await anna.page.getByRole("slider").waitFor();
  await anna.page.getByRole("group", { name: "Your cards" }).waitFor();
  expect(await misfits(anna)).toEqual([]);
  expect(await behind(anna, "Your cards", "Replay")).toBeLessThanOrEqual(0.5);
});

test("text of twice the size is still all there", async () => {
  const anna = await stage.person({ at: "/", viewport: { width: 720, height: 1280 } });
  const { page } = anna;
  const large = () =>
    page
      .addStyleTag({ content: "" })
      .catch(() => undefined)
      .then(() =>
        page.evaluate(() => (document.documentElement.style.fontSize = "200%")),
      );
  await large();
  await anna.button("Play now").waitFor();
  expect(await misfits(anna)).toEqual([]);
  await anna.against(2);
  await large();
  await anna.myTurn();
  expect((await misfits(anna)).filter((one) => one.includes("wide"))).toEqual([]);
  await anna.take();
  await anna.hasDice(1);
});

test(`a table is drawn after at most ${MOST_KB} kB`, async () => {
  const anna = await stage.person({
    locale: "de-DE",
    hurry: 1,
    at: "/no/such/place",
  });
  // Everything anew, as on a first visit.
  const page = await anna.context.newPage();
  const network = await anna.context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  await network.send("Network.setBypassServiceWorker", { bypass: true });
  const sizes = new Map<string, number>();
  const names = new Map<string, string>();
  network.on("Network.requestWillBeSent", ({ requestId, request }) =>
    names.set(requestId, new URL(request.url).pathname),
  );
  // What is compressed: their heads are not.
  network.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? requestId;
    sizes.set(name, (sizes.get(name) ?? 0) + encodedDataLength);
  });
  await page.goto(anna.url);
  await page.locator("main button").first().click();
  await page.locator("[data-die]").first().waitFor();
  const all = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  expect(sizes.size).toBeGreaterThan(3);
  expect(all / 1000, [...sizes].map((one) => one.join(" ")).join("\n")).toBeLessThan(
    MOST_KB,
  );
});

test("the gallery is not given out", async () => {
  const anna = await stage.person({ at: "/gallery" });
  await anna.heading("There is nothing here").waitFor();
  const seen = new Set<string>();
  const look = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = await (await fetch(`${anna.url}/${path}`)).text();
    expect(text, path).not.toContain("every state of every part");
    for (const [name] of text.matchAll(/assets\/[\w-]+\.js|(?<=\.\/)[\w-]+\.js/g))
      await look(name.startsWith("assets/") ? name : `assets/${name}`);
  };
  await look("");
  expect(seen.size).toBeGreaterThan(8);
});
