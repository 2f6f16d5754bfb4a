/** Replays of games, from the server and from a file. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const slider = (person: Person) =>
  person.page.getByRole("slider", { name: "Moment of the game" });

async function drop(person: Person, name: string, text: string): Promise<void> {
  const files = await person.page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "text/plain" }));
      return data;
    },
    [name, text] as const,
  );
  await person.page.dispatchEvent("body", "dragover", { dataTransfer: files });
  await person.page.dispatchEvent("body", "drop", { dataTransfer: files });
}

test("a game is seen again: step, scrub, eyes, a link to a moment, a file", async () => {
  const anna = await stage.person({ name: "Anna" });
  await anna.against(1);
  await anna.playOn([1, 0]);
  await anna.page.getByRole("link", { name: "Watch it again" }).click();

  const { page } = anna;
  await slider(anna).waitFor();
  const eyes = page.getByRole("combobox", { name: "Point of view" });
  await eyes.selectOption({ label: "All hands face up" });
  await page.getByRole("list", { name: "All hands" }).waitFor();
  await anna.button("One step forward").click();
  const says = (words: RegExp) =>
    until(`the slider to say ${words}`, async () => {
      return words.test((await slider(anna).getAttribute("aria-valuetext")) ?? "");
    });
  await says(/^Step 1 of/);
  await slider(anna).fill("6");
  await says(/^Step 6 of \d+, round 1$/);
  await eyes.selectOption({ label: "As Anna" });
  await page.getByRole("group", { name: "Your cards" }).waitFor();
  await until("the address to follow", () => page.url().endsWith("?at=6&eyes=1"));
  await page.reload();
  await says(/^Step 6 of/);
  await page.getByRole("group", { name: "Your cards" }).waitFor();
  await eyes.selectOption({ label: "As a spectator" });
  await page.getByRole("group", { name: "Your cards" }).waitFor({ state: "hidden" });
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
  await anna.button("Play").click();
  await says(/^Step (7|8|9|\d\d) of/);
  await anna.button("To the end").click();
  await anna.heading(/win/).waitFor();
  await anna.button("The dice were fair").click();
  await anna
    .text(/^Fair: /)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");

  await anna.button("More").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download the record" }).click(),
  ]);
  const record = readFileSync(await download.path(), "utf8");

  // Somebody who was never there drops the file on the start page.
  const ben = await stage.person({ name: "Ben", at: "/" });
  await ben.button("Play now").waitFor();
  await drop(ben, "game.tioli", record);
  await slider(ben).waitFor();
  await ben.page.keyboard.press("End");
  await ben.heading(/win/).waitFor();

  // A record that was changed is told from a true one, by its first bad line.
  await ben.page.goto(`${ben.url}/`);
  const lied = record.replace(
    /^(.*\broll .*?)([LD])([1-6])/m,
    (_, before, colour, face) => `${before}${colour}${(Number(face) % 6) + 1}`,
  );
  expect(lied).not.toBe(record);
  await ben.button("Play now").waitFor();
  await drop(ben, "game.tioli", lied);
  await ben
    .button("The dice were not fair")
    .or(ben.heading("This is not a whole record"))
    .waitFor();
});
