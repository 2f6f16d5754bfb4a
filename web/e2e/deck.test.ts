/** A deck of one's own: typed in, misspelt, too small, and never lost. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const DECK = "combo 3 D3 L4 x40\naction swap x10";

async function setUp(players: number): Promise<Person> {
  const anna = await stage.person();
  await anna.open(await anna.create({ settings: { players } }));
  await write(anna);
  return anna;
}

/** Opens the editor at the set-up of a table. */
async function write(anna: Person): Promise<void> {
  const open = anna.button("Write your deck");
  if (!(await open.isVisible()))
    await anna.page.getByText("More", { exact: true }).last().click();
  await open.click();
  await cards(anna).waitFor();
}

const cards = (anna: Person) => anna.page.getByRole("textbox", { name: "Its cards" });
const name = (anna: Person) => anna.page.getByRole("textbox", { name: "Its name" });
const drawn = (anna: Person) =>
  anna.page.getByRole("list", { name: "The deck as cards" }).getByRole("listitem");

test("mistakes are shown at their lines, and a good deck is used", async () => {
  const anna = await setUp(2);
  await cards(anna).fill("combo 3 D3 L4 x2\ncombo 3 D9\ncard 3\nswap");
  const second = anna.button(/^Line 2: unknown face in 'D9'/);
  await second.waitFor();
  await anna.button(/^Line 3: found 'card': expected combo or action/).waitFor();
  await anna.text("2 combo cards and 0 action cards. 3 lines can't be read.").waitFor();
  expect(await drawn(anna).count()).toBe(1); // what can be read is drawn already
  expect(await cards(anna).getAttribute("aria-invalid")).toBe("true");
  expect(await anna.page.locator(".number.wrong").allTextContents()).toEqual([
    "2",
    "3",
    "4",
  ]);

  // A deck without a name, then one with mistakes, leads to what is wrong.
  await anna.button("Use this deck").click();
  await anna.text("Give the deck a name.").waitFor();
  await name(anna).fill("home");
  await anna.button("Use this deck").click();
  const cursor = () =>
    cards(anna).evaluate((field: HTMLTextAreaElement) => [
      document.activeElement === field,
      field.selectionStart,
    ]);
  expect(await cursor()).toEqual([true, "combo 3 D3 L4 x2\ncombo 3 ".length]);
  await anna.page.keyboard.press("Home");
  await second.click();
  expect(await cursor()).toEqual([true, "combo 3 D3 L4 x2\ncombo 3 ".length]);

  await cards(anna).fill(DECK);
  await anna.text("40 combo cards and 10 action cards", { exact: true }).waitFor();
  await drawn(anna).filter({ hasText: "40 copies" }).waitFor();
  await anna.button("Use this deck").click();
  await anna.text("In use: home").waitFor();
  expect(await cards(anna).count()).toBe(0);
});

test("a deck that is too small for the table says what happens", async () => {
  const anna = await setUp(2);
  const warning = anna.text(/^The first hands of \d players lack/);
  await name(anna).fill("small");
  await cards(anna).fill("combo 3 D3 L4 x14\naction swap x4");
  await anna.text(/used up after 4 rounds/).waitFor();
  expect(await warning.count()).toBe(0);
  await cards(anna).fill("combo 3 D3 L4 x6\naction swap x4");
  await anna.text("The first hands of 2 players lack 2 combo cards.").waitFor();
  await anna.text(/hands stay short until cards are discarded/).waitFor();
  await anna.button("Use this deck").click(); // it may be used all the same
  await anna.text("In use: small").waitFor();
  // More players, and it is said of more cards, without the editor.
  await anna.button("Players: more").click();
  await anna.text("The first hands of 3 players lack 6 combo cards.").waitFor();
});

test("nothing that was typed is lost", async () => {
  const anna = await setUp(2);
  await name(anna).fill("mine");
  await cards(anna).pressSequentially("combo 3 D3");
  await anna.page.reload(); // at once, in the middle of a line
  await write(anna);
  expect(await cards(anna).inputValue()).toBe("combo 3 D3");
  expect(await name(anna).inputValue()).toBe("mine");
  await cards(anna).press("End");
  await cards(anna).pressSequentially(" L4");
  await anna.page.keyboard.press("Escape");
  await cards(anna).waitFor({ state: "detached" });
  await write(anna);
  expect(await cards(anna).inputValue()).toBe("combo 3 D3 L4");

  // A file takes its place, and gives it back.
  await anna.page.locator("dialog input[type=file]").setInputFiles({
    name: "box.deck",
    mimeType: "text/plain",
    buffer: Buffer.from(DECK),
  });
  await anna.button("Put it back").waitFor();
  expect(await cards(anna).inputValue()).toBe(DECK);
  await anna.button("Put it back").click();
  expect(await cards(anna).inputValue()).toBe("combo 3 D3 L4");

  // Another table, another day: there is one box.
  await anna.open(await anna.create({ settings: { players: 3 } }));
  await write(anna);
  expect(await cards(anna).inputValue()).toBe("combo 3 D3 L4");
});

test("the switch of edition says which rules it changes", async () => {
  const anna = await stage.person({ at: "/rules" });
  // At a table the choice stands once the server has taken it: what it says is
  // waited for, and not the button.
  const choose = () =>
    anna.page
      .getByRole("group", { name: "Edition" })
      .getByRole("radio", { name: "White and black" })
      .click();
  const gamewright = anna.text(
    /^This changes rules.*Gamewright box: one action per round/,
  );
  const schmidt = anna.text(/^This changes rules.*Schmidt box: one action per turn/);
  await gamewright.waitFor();
  await choose();
  await schmidt.waitFor();
  await anna.text("Re-roll all the white dice in the tray.").waitFor();

  const table = await anna.create({ settings: { players: 2 } });
  await anna.open(table);
  await gamewright.waitFor();
  await choose();
  await schmidt.waitFor();

  await anna.page.goto(anna.url);
  await anna.button("Change the game").click();
  await gamewright.waitFor();
});
