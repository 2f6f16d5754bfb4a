/** Every kind of action with its guide, undo, hints, and the lay-out editor. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const deck = (action: string) =>
  `combo 2 D? x40\ncombo 1 L? x40\naction ${action} x20\n`;

/** Follows the guide to its end: whatever can be chosen first is chosen. */
async function playAction(person: Person): Promise<void> {
  const { page } = person;
  const card = page.getByRole("button", { name: /^Action card/ });
  await card.click();
  const play = page.getByRole("button", { name: "Play", exact: true, disabled: false });
  const open = { disabled: false, pressed: false };
  const ways = [
    page.getByRole("group", { name: "Faces to choose from" }).getByRole("button", open),
    page.getByRole("list", { name: "Your dice" }).getByRole("button", open),
    person.tray.getByRole("button", open),
  ];
  await person.button("Cancel").waitFor();
  for (let choices = 0; !(await play.isVisible()); choices++) {
    expect(choices, "dice to choose before it can be played").toBeLessThan(4);
    for (const way of ways)
      if ((await way.count()) > 0) {
        await way.first().click();
        break;
      }
  }
  await play.click();
  await card.waitFor({ state: "hidden" });
}

const KINDS: [string, RegExp][] = [
  ["reroll D", /^play reroll D D\d/],
  ["reroll R", /^play reroll R/],
  ["reroll 4", /^play reroll 4 [LDR]\d/],
  ["take 2", /^play take 2$/],
  ["change D cost 1", /^play change D\d D\d cost 1$/],
  ["cast", /^play cast [LDR]\d at [LDR]\d$/],
  ["swap", /^play swap L\d D\d$/],
  ["shift L 2", /^play shift L\d L\d$/],
];

test("every kind of action can be played", async () => {
  const anna = await stage.person();
  for (const [action, move] of KINDS) {
    await anna.against(1, { settings: { deck: "one" }, deck: deck(action) });
    await anna.myTurn();
    if (action === "cast") {
      await anna.take();
      await anna.hasDice(1);
      await anna.myTurn();
    }
    await playAction(anna);
    expect(anna.moves.at(-1), action).toMatch(move);
    if (action === "take 2") {
      await anna.text("Your turn: take up to two dice, or pass.").waitFor();
      await anna.take();
      await anna.button("Done").waitFor();
      await anna.take();
      await anna.hasDice(2);
    }
  }
});

test("undo takes a move back, a hint chooses one", async () => {
  const anna = await stage.person({ name: "Anna" });
  // Any die is worth something here, and no action is: advice is to take one.
  await anna.against(1, {
    settings: { bot: 20_000, deck: "one" },
    deck: "combo 2 *? x80\naction reroll R x20\n",
  });
  await anna.myTurn();
  await anna.take();
  await anna.hasDice(1);
  await anna.button("Undo").click();
  await anna.hasDice(0);
  await anna.button("Hint").click();
  const hints = anna.page.getByRole("button", { name: /± .* points/ });
  await hints.first().waitFor();
  const best = hints.filter({ hasText: /^\s*Take an? (orange|blue|red) \d/ }).first();
  await best.click();
  await until("the hint to be chosen", async () => {
    return (await best.getAttribute("aria-pressed")) === "true";
  });
  await anna.taking.click();
  await anna.hasDice(1);
});

test("the lay-out editor lays what I like, and lets me think again", async () => {
  const anna = await stage.person({ name: "Anna" });
  const ben = await stage.person({ name: "Ben" });
  const table = await anna.create({
    settings: { players: 2, starts: 1, first: 1, deck: "one" },
    deck: "combo 2 *? x80\naction take 2 x20\n",
  });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();
  await anna.take();
  await ben.myTurn();
  await ben.take();
  await anna.myTurn();
  await anna.take();
  await ben.myTurn();
  await ben.pass();
  await anna.myTurn();
  await anna.pass();

  const cards = anna.page.getByRole("listitem", { name: /^Card \d/ });
  const dice = cards.getByRole("button", { name: /^(orange|blue|red) \d$/ });
  await anna.text("Best", { exact: true }).waitFor();
  expect(await dice.count()).toBe(2);

  // From its card to the rest: worse, and there is a way back.
  await dice.first().click();
  await anna.button("Take it off").click();
  await anna.button(/^Back to the best: /).waitFor();
  // What costs has not the large green button.
  expect(await anna.button(/^Lay /).getAttribute("class")).not.toContain("primary");
  expect(await dice.count()).toBe(1);
  await anna.button(/^Back to the best: /).click();
  await anna.text("Best", { exact: true }).waitFor();
  const focused = anna.page.locator("[data-die]:focus");
  expect(await focused.count()).toBe(1);

  // To another card, which is as good.
  await dice.first().click();
  await anna.button("Put it here").last().click();
  await anna.text("Best", { exact: true }).waitFor();
  expect(await cards.last().getByRole("button").count()).toBe(1);

  // By keys and by the mouse.
  await dice.first().focus();
  await anna.page.keyboard.press("0");
  await until("a die left over", async () => (await dice.count()) === 1);
  const from = await dice.first().boundingBox();
  const to = await anna.heading("Left over").boundingBox();
  if (!from || !to) throw new Error("there is nothing to drag");
  await anna.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await anna.page.mouse.down();
  await anna.page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
  await anna.page.mouse.up();
  await anna.button("Lay nothing").click();
  expect(anna.moves.at(-1)).toBe("lay none");
  await anna.button("Change my mind").click();
  await anna.text("Best", { exact: true }).waitFor();
  await anna.button("Lay these dice").click();
  expect(anna.moves.at(-1)).toMatch(/^lay \d:/);
  await ben.button(/^Lay/).click();
  await anna.button("Continue").click();
  await anna.heading("Discard a card?").waitFor();
  await anna
    .button(/^Discard /)
    .first()
    .click();
  await anna.button("Discard this card").click();
  expect(anna.moves.at(-1)).toMatch(/^discard \d$/);
});

test("with a free hand everybody says what they draw", async () => {
  const anna = await stage.person({ name: "Anna" });
  await anna.against(1, { settings: { free_hand: true } });
  await anna.heading("Draw cards").waitFor();
  const other = anna.page.getByRole("radio", { checked: false }).last();
  const wanted = await other.inputValue();
  await anna.page.locator(`input[value="${wanted}"]`).check({ force: true });
  await anna.button("Draw these cards").click();
  expect(wanted).toMatch(/^draw \d/);
  expect(anna.moves.at(-1)).toBe(wanted);
  await anna.myTurn();
});
