/** A whole game without mouse or touch. */
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

/** Goes there with the Tab key; where the focus is must be seen. */
async function tabTo(person: Person, target: Locator): Promise<void> {
  const handle = await target.elementHandle();
  for (let keys = 0; handle && keys < 120; keys++) {
    const seen = await handle.evaluate((element) => {
      if (element !== document.activeElement) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    if (seen !== null) {
      expect(seen, "the focus can be seen").toBe(true);
      return;
    }
    await person.page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

async function press(person: Person, name: string | RegExp): Promise<void> {
  await tabTo(person, person.button(name).first());
  await person.page.keyboard.press("Enter");
}

test("a whole game by keys alone", async () => {
  const anna = await stage.person({ at: "/" });
  const { keyboard } = anna.page;
  const table = await anna.create({
    settings: { players: 2, starts: 1, first: 1, bot: 0, deck: "one" },
    // What is rolled again can't be taken back.
    deck: "combo 2 *? x80\naction change D cost 1 x20\n",
  });
  await tabTo(anna, anna.page.getByRole("textbox", { name: "Code or link" }));
  await keyboard.type(table);
  await keyboard.press("Enter");
  await press(anna, "Sit here");
  await anna.button("Stand up").waitFor();
  await press(anna, "Start");

  await anna.myTurn();
  await keyboard.press("?");
  await anna.heading("Keys").waitFor();
  await keyboard.press("Escape");
  await anna.heading("Keys").waitFor({ state: "hidden" });
  await keyboard.press("1");
  await anna
    .text(/^Card 1, /)
    .first()
    .waitFor();
  await keyboard.press("Escape");

  // T leads to the tray, arrows from die to die, Enter chooses and takes.
  await keyboard.press("t");
  const focused = () =>
    anna.page.evaluate(() => document.activeElement?.getAttribute("data-die"));
  await until("the tray to have the focus", async () => (await focused()) !== null);
  const first = await focused();
  for (const arrow of ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"])
    if ((await focused()) === first) await keyboard.press(arrow);
  expect(await focused()).not.toBe(first);
  await keyboard.press("Enter");
  await anna.taking.waitFor();
  await keyboard.press("Enter");
  await anna.hasDice(1);

  await anna.myTurn();
  await keyboard.press("u"); // with the bot's answer
  await anna.hasDice(0);
  await anna.myTurn();
  await keyboard.press("t");
  await keyboard.press("Enter");
  await anna.taking.waitFor();
  await keyboard.press("Enter");
  await anna.hasDice(1);
  await anna.myTurn();
  await keyboard.press("p");
  await press(anna, /^Lay (these dice|nothing)$/);
  await press(anna, "Continue");
  await press(anna, "Keep all cards");
  await anna.myTurn();
  await keyboard.press("p"); // without dice there is nothing to lay
  await anna.heading(/win/).waitFor();
  expect(anna.moves.filter((move) => move === "pass")).toHaveLength(2);
  await press(anna, "Play again");
  await anna.myTurn();
});
