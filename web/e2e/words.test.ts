/** The page in every language: known words are there, nothing stays English, and
 * the language can be changed in the middle of a game. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PROGRAM, Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const CATALOGUES =
  process.env["TIOLI_CATALOGUES"] ?? join(dirname(PROGRAM), "web", "catalogues");

type Messages = Record<string, string | string[]>;

function messagesOf(language: string): Messages {
  const parts = ["json", "later.json"].map((part) => {
    const path = join(CATALOGUES, `${language}.${part}`);
    expect(existsSync(path), `the catalogue ${path}`).toBe(true);
    return (JSON.parse(readFileSync(path, "utf8")) as { messages: Messages }).messages;
  });
  return Object.assign({}, ...parts) as Messages;
}

/** All that can be read or heard on the page. */
async function textsOf(person: Person): Promise<Set<string>> {
  const texts = await person.page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // What was said has been said, in the language of then.
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!node.parentElement?.matches("[aria-live].unseen"))
        found.push(node.textContent ?? "");
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"])
        found.push(one.getAttribute(name) ?? "");
    return found;
  });
  return new Set(texts.map((one) => one.replace(/\s+/g, " ").trim()));
}

/** English texts of which the catalogue has a translation that differs. */
function english(texts: Set<string>, messages: Messages): string[] {
  const said = new Set(Object.values(messages).flat());
  return [...texts].filter((text) => {
    const other = messages[text];
    return other !== undefined && !said.has(text) && ![other].flat().includes(text);
  });
}

const LINGUAS = readFileSync(new URL("../../po/LINGUAS", import.meta.url), "utf8");
const LANGUAGES = LINGUAS.trim()
  .split(/\s+/)
  .map((code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? "";
    return {
      code,
      locale: `${code}-${new Intl.Locale(code).maximize().region ?? ""}`,
      name: name.charAt(0).toUpperCase() + name.slice(1),
    };
  });

test.each(LANGUAGES)("all is $name", async ({ code, locale }) => {
  const messages = messagesOf(code);
  const say = (text: string): string => {
    const found = messages[text];
    expect(found, text).toBeTypeOf("string");
    return found as string;
  };
  const anna = await stage.person({ locale, at: "/" });
  const { page } = anna;
  const left: string[] = [];
  const look = async (where: string): Promise<void> => {
    expect(await page.locator("html").getAttribute("lang")).toBe(code);
    left.push(
      ...english(await textsOf(anna), messages).map((one) => `${where}: ${one}`),
    );
  };
  await anna.button(say("Play now")).waitFor();
  await look("home");
  const table = await anna.create({
    settings: { players: 2, starts: 1, first: 1, bot: 0 },
  });
  await anna.open(table);
  await anna.button(say("Sit here")).first().click();
  await anna.button(say("Stand up")).waitFor();
  await page.locator("details").evaluate((more) => more.setAttribute("open", ""));
  await look("set-up");
  await anna.button(say("Write your deck")).click();
  await page.locator("textarea").fill("combo 3 D3 L4\naction swap\n");
  await anna.text(say("The deck as cards")).waitFor();
  await look("an own deck");
  await page.keyboard.press("Escape");
  await anna.button(say("Start")).click();
  const tray = page.getByRole("group", { name: say("Dice in the tray") });
  await tray.getByRole("button", { disabled: false }).first().waitFor();
  await look("table");
  expect([...(await textsOf(anna))]).toContain(say("Dice in the tray"));
  await page.goto(`${anna.url}/rules`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await look("rules");
  await page.goto(`${anna.url}/learn`);
  await anna.heading(say("Welcome")).waitFor();
  await look("lesson");
  await page.goto(`${anna.url}/t/nosuchtable`);
  await anna.heading(say("There is no such table")).waitFor();
  expect(left).toEqual([]);
});

test("the language can be changed in the middle of a game", async () => {
  const anna = await stage.person();
  await anna.against(1);
  await anna.myTurn();
  const before = await textsOf(anna);
  let current: Messages = {};
  const say = (text: string): string => String(current[text] ?? text);
  for (const { code, name } of LANGUAGES) {
    const messages = messagesOf(code);
    await anna.button(say("Menu")).click();
    await anna.page.getByRole("menuitem", { name: say("Settings") }).click();
    await anna.page.getByRole("combobox").first().selectOption({ label: name });
    await until(`the page to speak ${name}`, async () => {
      return (await anna.page.locator("html").getAttribute("lang")) === code;
    });
    await anna.page.keyboard.press("Escape");
    current = messages;
    const texts = await textsOf(anna);
    expect(english(texts, messages)).toEqual([]);
    // Nor is anything the same as before that is more than a word or a name.
    const same = [...before].filter(
      (one) => texts.has(one) && /[a-z] [a-z]/i.test(one),
    );
    expect(same).toEqual([]);
  }
});
