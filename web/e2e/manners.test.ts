/** What a page does besides the game: it sends links, calls people who look
 * elsewhere, shows the time, and lets a host go on without those who left. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, until } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

/** What stand-ins for parts of the browser were asked for. */
interface Asked extends Window {
  asked: string[];
}

test("a link is sent by the device's own means", async () => {
  const anna = await stage.person();
  await anna.context.addInitScript(() => {
    const asked: string[] = ((window as unknown as Asked).asked = []);
    const share = ({ url = "" }: ShareData): Promise<void> => {
      asked.push(url);
      return asked.length === 1
        ? Promise.resolve()
        : Promise.reject(
            asked.length === 2
              ? new DOMException("thought better of it", "AbortError")
              : new Error("not today"),
          );
    };
    Object.defineProperty(navigator, "share", { value: share });
  });
  const table = await anna.create({ settings: { players: 3 } });
  await anna.open(table);
  const times = (count: number) =>
    until(`sending to be asked for ${count} times`, async () => {
      await anna.button("Send the link").click();
      const { length } = await anna.page.evaluate(
        () => (window as unknown as Asked).asked,
      );
      return length >= count;
    });
  await times(2);
  const asked = await anna.page.evaluate(() => (window as unknown as Asked).asked);
  expect(asked[0]).toMatch(new RegExp(`^http://.*/t/${table}$`));
  const sorry = anna.text("That did not work. Copy the link instead.");
  expect(await sorry.count()).toBe(0);
  await times(3);
  await sorry.first().waitFor();
});

test("who looks elsewhere is called when it is their turn", async () => {
  const anna = await stage.person({ name: "Anna", prefs: { notify: true } });
  await anna.context.addInitScript(() => {
    const asked: string[] = ((window as unknown as Asked).asked = []);
    const Note = Object.assign(
      function (title: string) {
        asked.push(title);
      },
      { permission: "granted" },
    );
    Object.defineProperty(window, "Notification", { value: Note });
  });
  const ben = await stage.person({ name: "Ben" });
  const notes = () => anna.page.evaluate(() => (window as unknown as Asked).asked);
  const play = async (clock: object): Promise<void> => {
    const table = await anna.create({
      settings: { players: 2, starts: 1, first: 1, clock },
    });
    await anna.open(table);
    await anna.sit();
    await ben.open(table);
    await ben.sit();
    await anna.myTurn();
  };
  const toAnna = async (): Promise<void> => {
    await anna.take();
    await ben.myTurn();
    await ben.take();
    await anna.myTurn();
  };
  await play({ kind: "none" });
  await toAnna();
  expect(await notes()).toEqual([]); // who looks on sees it
  await anna.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await toAnna();
  await until("a note for Anna", async () => (await notes()).length > 0);
  expect(await notes()).toEqual(["Your turn"]);

  // Where moves take days, it may be a surprise to who is there, too.
  await play({ kind: "days", base: 24 * 3600 * 1000 });
  expect(await notes()).toEqual([]);
  await toAnna();
  await until("a note for Anna", async () => (await notes()).length > 0);
});

test("a clock that runs is seen to run", async () => {
  const anna = await stage.person();
  await anna.against(1, { settings: { clock: { kind: "move", base: 60_000 } } });
  await anna.myTurn();
  const clock = anna.page.getByRole("group", { name: "You" }).getByRole("timer");
  const left = async (): Promise<number> => {
    const [, minutes, seconds] =
      /(\d+):(\d+)/.exec((await clock.textContent()) ?? "") ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  const first = await left();
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThanOrEqual(60);
  await until("a second to pass", async () => (await left()) < first);
});

test("a host goes on without who does not answer", async () => {
  const anna = await stage.person({ name: "Anna" });
  const ben = await stage.person({ name: "Ben" });
  const table = await anna.create({
    settings: { players: 2, starts: 1, first: 1, bot: 0 },
  });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();
  await Promise.all([anna.playOn([0]), ben.playOn([0])]);
  await anna.button("Play again").click();
  await anna.text("You want a rematch. Waiting for Ben.").waitFor();
  await anna.button("Start without Ben").click();
  await anna.heading("Round 1 of 2").waitFor();
  await anna.myTurn();
});
