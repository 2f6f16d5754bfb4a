/** Takes pictures of the gallery and of every screen, in three sizes and both
 * themes: tools/page-pictures runs it. Looking at them is left to people. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, LANDSCAPE, PHONE, Stage, TABLET, type Person } from "./kit";
import { walk } from "./lesson";

const [folder = "pictures", files, ...wanted] = process.argv.slice(2);
const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP };
const THEMES = ["light", "dark"] as const;

mkdirSync(folder, { recursive: true });
const stage = new Stage();
await stage.open(...(files ? ["--files", files] : []));

/** The same screen in all sizes and themes. */
async function shoot(person: Person, name: string, more = {}): Promise<void> {
  const { page } = person;
  for (const [size, viewport] of Object.entries({ ...SIZES, ...more })) {
    await page.setViewportSize(viewport as typeof PHONE);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      await page.screenshot({
        path: join(folder, `${name}-${size}-${theme}.png`),
        animations: "disabled",
      });
    }
  }
  await page.setViewportSize(DESKTOP);
}

const table = { landscape: LANDSCAPE };

async function wayToTable(): Promise<void> {
  const anna = await stage.person({ at: "/", prefs: { learnt: false } });
  const { page } = anna;
  await anna.button("Play now").waitFor();
  await shoot(anna, "home", table);
  await anna.button("Settings").click();
  await anna.heading("Settings").waitFor();
  await shoot(anna, "settings");
  await page.keyboard.press("Escape");
  await anna.open(await anna.create({ settings: { players: 4 } }));
  await anna.sit();
  await shoot(anna, "setup");
  await page.getByText("More", { exact: true }).last().click();
  await anna.button("Write your deck").click();
  const cards = page.getByRole("textbox", { name: "Its cards" });
  await cards.fill("combo 3 D3 L4 x2\ncombo 3 sum D > 12\naction swap\ncombo 3 D9\n");
  await anna.button(/^Line 4:/).waitFor();
  await shoot(anna, "deck");
  await page.goto(`${anna.url}/rules`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await shoot(anna, "rules");
  await page.goto(`${anna.url}/t/nosuchtable`);
  await anna.heading("There is no such table").waitFor();
  await shoot(anna, "error");
  await page.goto(`${anna.url}/r`);
  await anna.text("Choose a record").waitFor();
  await shoot(anna, "file");
}

async function lesson(): Promise<void> {
  const anna = await stage.person({ at: "/learn" });
  await walk(anna, async (step) => {
    await shoot(anna, `lesson-${String(step).padStart(2, "0")}`, table);
  });
}

async function game(): Promise<void> {
  const anna = await stage.person();
  const { page } = anna;
  await anna.against(3);
  await anna.myTurn();
  await shoot(anna, "table-turn", table);
  await anna.take();
  await anna.hasDice(1);
  await anna.myTurn();
  await anna.takeable.first().click();
  await anna.taking.waitFor();
  await shoot(anna, "table-chosen", table);
  await page.keyboard.press("Escape");
  await anna.button("Hint").click();
  await page
    .getByRole("button", { name: /± .* points/ })
    .first()
    .waitFor();
  await shoot(anna, "table-hint", table);
  await page.keyboard.press("Escape");
  await anna.take();
  await anna.hasDice(2);
  await anna.myTurn();
  await anna.pass();
  await anna.text("Best", { exact: true }).waitFor();
  await shoot(anna, "round-lay", table);
  await anna.button(/^Lay /).click();
  await anna.button("Continue").waitFor();
  await shoot(anna, "round-result", table);
  await anna.button("Continue").click();
  await anna.button("Keep all cards").waitFor();
  await shoot(anna, "round-discard", table);
  await anna.playOn([2, 2, 2, 0]);
  await anna.text(/^Fair:/).waitFor();
  await shoot(anna, "game-end", table);
  await page.getByRole("link", { name: "Watch it again" }).click();
  await page.getByRole("slider").fill("14");
  await page.getByRole("combobox", { name: "Point of view" }).selectOption("all");
  await shoot(anna, "replay-all", table);
  await page.getByRole("combobox", { name: "Point of view" }).selectOption("1");
  await shoot(anna, "replay-seat", table);
}

async function targets(): Promise<void> {
  const anna = await stage.person();
  await anna.against(4, {
    settings: { deck: "one", edition: "schmidt" },
    deck: "combo 2 D? x40\ncombo 5 D1 D2 D3 x9\ncombo 3 sum L > 12 x9\naction swap x20\n",
  });
  await anna.myTurn();
  await anna.page.getByRole("button", { name: /^Action card/ }).click();
  await anna.tray.getByRole("button", { disabled: false }).first().click();
  await shoot(anna, "table-targets", table);
}

async function gallery(): Promise<void> {
  const anna = await stage.person({ at: "/gallery" });
  const { page } = anna;
  const parts = await page
    .getByRole("navigation")
    .getByRole("paragraph")
    .first()
    .getByRole("link")
    .allTextContents();
  for (const part of parts.filter((one) => one !== "all"))
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      for (const theme of THEMES) {
        await page.goto(`${anna.url}/gallery?part=${part}&theme=${theme}`);
        await page.getByRole("region", { name: part, exact: true }).waitFor();
        await page.screenshot({
          path: join(folder, `gallery-${part}-${size}-${theme}.png`),
          fullPage: true,
          animations: "disabled",
        });
      }
    }
}

/** Every state of the table is a screen of its own in the gallery. */
async function tables(): Promise<void> {
  const anna = await stage.person({ at: "/gallery?part=table" });
  const { page } = anna;
  const states = page
    .getByRole("region", { name: "table", exact: true })
    .locator("li button");
  await states.first().waitFor();
  const names = await states.allTextContents();
  for (const [i, name] of names.entries()) {
    await page.goto(`${anna.url}/gallery?part=table&only=${i}`);
    await page.locator("[data-die]").first().waitFor();
    const words = name.toLowerCase().replace(/\W+/g, "-");
    for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      await page.setViewportSize(viewport);
      await page.screenshot({
        path: join(folder, `gallery-table-${words}-${size}.png`),
        animations: "disabled",
      });
    }
  }
}

/** Chooses the die that does most for the cards, as its line says. */
async function chooseWell(person: Person): Promise<void> {
  const choose = async (at: number) => {
    await person.page.keyboard.press("Escape"); // a second click would take back
    await person.takeable.nth(at).click();
    await person.taking.waitFor();
  };
  const said: string[] = [];
  for (let at = 0; at < (await person.takeable.count()); at++) {
    await choose(at);
    said.push(await person.page.locator(".chosen .helps").innerText());
  }
  const best = [/^Completes/, /^Fits \d/, /^Fits one card/]
    .map((wish) => said.findIndex((words) => wish.test(words)))
    .find((at) => at >= 0);
  await choose(best ?? 0);
}

/** A turn in four pictures, side by side. */
async function strip(person: Person, frames: Buffer[]): Promise<void> {
  const page = await person.tab();
  const width = frames.length * (SMALL.width + GAP) - GAP;
  await page.setViewportSize({ width, height: SMALL.height });
  await page.setContent(
    `<body style="margin:0;display:flex;gap:${GAP}px;background:transparent">` +
      frames
        .map((frame) => `data:image/png;base64,${frame.toString("base64")}`)
        .map(
          (at) => `<img src="${at}" width=${SMALL.width} style="border-radius:14px">`,
        )
        .join("") +
      "</body>",
  );
  await page.screenshot({ path: join(folder, "turn.png"), omitBackground: true });
  await page.close();
}

const SMALL = { width: 360, height: 640 };
const GAP = 16;

/** The pictures of README.md, which are copied to docs/: a table, the same on a
 * phone, and a turn as a strip of four. */
async function readme(): Promise<void> {
  const anna = await stage.person({ colorScheme: "light" });
  const { page } = anna;
  const still = () => page.screenshot({ animations: "disabled" });
  await page.setViewportSize(SMALL);
  await anna.against(2);
  await anna.myTurn();
  const frames = [await still()];
  await chooseWell(anna);
  frames.push(await still());
  await anna.taking.click();
  await anna.hasDice(1);
  await anna.myTurn();
  await chooseWell(anna);
  await anna.taking.click();
  await anna.hasDice(2);
  await anna.myTurn();
  await chooseWell(anna);
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.screenshot({ path: join(folder, "table.png"), animations: "disabled" });
  await page.setViewportSize(SMALL);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.screenshot({ path: join(folder, "phone.png"), animations: "disabled" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator('html[data-theme="light"]').waitFor();
  await anna.taking.click();
  await anna.hasDice(3);
  await anna.myTurn();
  frames.push(await still());
  await anna.pass();
  await anna.text("Best", { exact: true }).waitFor();
  frames.push(await still());
  await strip(anna, frames);
}

const all = { wayToTable, lesson, game, targets, gallery, tables, readme };
try {
  for (const [name, make] of Object.entries(all)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await make();
    const troubles = await stage.clear();
    if (troubles.length > 0) throw new Error(troubles.join("\n"));
  }
} finally {
  await stage.close();
}
