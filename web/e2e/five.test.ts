/** Five people with a browser each, and bots, play whole games together. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PHONE, Stage, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const ranking = (person: Person) =>
  person.page.getByRole("listitem").filter({ hasText: /^\s*Place \d/ });

test("five browsers play a whole game together", async () => {
  const people = await Promise.all(
    ["Anna", "Ben", "Cleo", "Dan", "Eva"].map((name, i) =>
      stage.person({ name, ...(i > 0 ? { viewport: PHONE } : {}) }),
    ),
  );
  const [host, ...guests] = people as [Person, ...Person[]];
  const table = await host.create({ settings: { players: 5, starts: 1 } });
  await host.open(table);
  await host.sit();
  for (const guest of guests) {
    await guest.open(table);
    await guest.sit(); // the last who sits down starts the game
  }
  await Promise.all(people.map((person) => person.playOn([1, 0])));
  const totals = await Promise.all(
    people.map(async (person) => {
      expect(await ranking(person).count()).toBe(5);
      await person.text(/^Fair: all/).waitFor();
      return person.page.getByRole("table").getByRole("row").last().allTextContents();
    }),
  );
  // Everybody has seen the same game.
  expect(new Set(totals.map((one) => one.join())).size).toBe(1);
});

test("one person and a bot, with dice that tumble", async () => {
  const anna = await stage.person({ reducedMotion: "no-preference", hurry: 2 });
  await anna.against(1);
  await anna.playOn([1, 0]);
  expect(await ranking(anna).count()).toBe(2);
});

test("a rematch begins with a click", async () => {
  const anna = await stage.person();
  await anna.against(1);
  await anna.playOn([0]);
  await anna.button("Play again").click();
  await anna.myTurn();
  expect(await anna.heading("Round 1 of 2").count()).toBe(1);
});
