/** Takes pictures of the gallery and of every screen, in three sizes and both
 * themes: tools/page-pictures runs it. Looking at them is left to people. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, LANDSCAPE, PHONE, Stage, TABLET, type Person } from "./kit";

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
  await page.goto(`${anna.url}/rules`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await shoot(anna, "rules");
  await page.goto(`${anna.url}/t/nosuchtable`);
  await anna.heading("There is no such table").waitFor();
  await shoot(anna, "error");
  await page.goto(`${anna.url}/r`);
  await anna.text("Choose a record").waitFor();
  await shoot(anna, "file");
  await page.goto(`${anna.url}/learn`);
  await anna.heading("Welcome").waitFor();
  await anna.button("Continue").click();
  await anna.button("Continue").click();
  await anna.heading("Take a die").waitFor();
  await shoot(anna, "lesson", table);
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

const all = { wayToTable, game, targets, gallery, tables };
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
