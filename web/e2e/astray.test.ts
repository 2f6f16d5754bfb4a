/** What goes wrong for people, and that each time they are told so in a sentence
 * and shown a way on. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, until, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const NOBODY = "00000000000000000000000z";

test("a link that is old leads on to a table of one's own", async () => {
  const anna = await stage.person({ at: `/t/${NOBODY}` });
  await anna.heading("There is no such table").waitFor();
  await anna.page.getByRole("link", { name: "Back to the start page" }).waitFor();
  await anna.button("Make my own table").click();
  await anna.heading("Your table").waitFor();
});

test("an address that is none leads back to the start", async () => {
  const anna = await stage.person({ at: "/no/such/place" });
  await anna.heading("There is nothing here").waitFor();
  await anna.page.getByRole("link", { name: "Back to the start page" }).click();
  await anna.button("Play now").waitFor();
  const code = anna.page.getByRole("textbox", { name: "Code or link" });
  await code.fill("what is this?");
  await anna.button("Join").click();
  await anna.text(/^A code has five letters/).waitFor();
});

test("who comes to a full table may watch, where watching is allowed", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.against(1);
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  await ben.text("The game has already started, so you are watching.").waitFor();
  await ben.tray.waitFor();
  expect(await ben.button("Pass").count()).toBe(0);
  // What happens is seen as it happens.
  await anna.take();
  await ben
    .text(/^Anna takes /)
    .first()
    .waitFor();

  const own = await anna.against(1, { settings: { watch: "nobody" } });
  await ben.open(own);
  await ben.heading("This table is private").waitFor();
  await ben.button("Make my own table").waitFor();
});

test("nobody is sent to a seat where all are taken", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.create({ settings: { players: 2 } });
  await anna.open(table);
  await anna.sit();
  await anna.button("Put a bot in seat 2").click();
  await anna.page.getByRole("menuitem").first().click();
  await anna.text(/^Bot, /).waitFor();
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  await ben.text("All seats are taken. You can stay and watch.").waitFor();
  expect(await ben.button("Sit here").count()).toBe(0);
});

test("a seat that somebody else has just taken is not taken twice", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.create({ settings: { players: 3, starts: 1 } });
  await anna.open(table);
  await anna.sit();
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  const cleo = await stage.person({ name: "Cleo" });
  // Cleo's page hears of nothing until it has asked for the same seat.
  let deaf = false;
  const unheard: (() => void)[] = [];
  await cleo.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (deaf) unheard.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await cleo.open(table);
  const seats = (person: Person) =>
    person.page.getByRole("main").getByRole("listitem").allInnerTexts();
  const who = async (person: Person): Promise<string[]> =>
    (await seats(person)).map(
      (text) => /Anna|Ben|Cleo|Free seat/.exec(text)?.[0] ?? "",
    );
  await cleo.button("Sit here").first().waitFor();
  deaf = true;
  await ben.button("Sit here").first().click();
  await ben.button("Stand up").waitFor();
  expect(await who(cleo)).toEqual(["Anna", "Free seat", "Free seat"]);
  await cleo.button("Sit here").first().click();
  await until("the server's answer to Cleo", () => unheard.length >= 2);
  deaf = false;
  for (const tell of unheard) tell();
  await cleo
    .text("Somebody has just taken that seat. Choose another one.")
    .first()
    .waitFor();
  await anna.text("Ben", { exact: true }).first().waitFor();
  for (const person of [anna, ben, cleo])
    expect(await who(person)).toEqual(["Anna", "Ben", "Free seat"]);
  // The other seat is still hers to take, and that starts the game.
  await cleo.button("Sit here").click();
  for (const person of [anna, ben, cleo]) await person.tray.waitFor();
});

test("a person who is sent away is told so", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.create({ settings: { players: 3 } });
  await anna.open(table);
  await anna.sit();
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  await ben.sit();
  await anna.button("More about Ben").click();
  await anna.page.getByRole("menuitem", { name: "Remove from the table" }).click();
  await ben.heading("You have been removed from this table").waitFor();
  await ben.page.reload();
  await ben.heading("You have been removed from this table").waitFor();
  await ben.page.goto(`${ben.url}/no/such/place`);
  await ben.page.getByRole("link", { name: "Back to the start page" }).click();
  await ben.button("Play now").waitFor();
});

test("a table that its host has closed is closed for all", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.create({ settings: { players: 3 } });
  await anna.open(table);
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  await ben.button("Sit here").first().waitFor();
  await anna.button("Table menu").click();
  await anna.page.getByRole("menuitem", { name: "Close the table" }).click();
  await anna.button("Close the table").click();
  await anna.button("Play now").waitFor();
  await ben.heading("This table is closed").waitFor();
});

test("a wrong password can be corrected", async () => {
  const anna = await stage.person({ name: "Anna" });
  const table = await anna.create({ settings: { players: 3, code: "plum" } });
  await anna.open(table);
  await anna.text("Password: plum").waitFor();
  const ben = await stage.person({ name: "Ben", at: `/t/${table}` });
  await ben.button("Sit here").first().click();
  const code = ben.page.getByRole("textbox", { name: "Password" });
  await code.fill("pear");
  await ben.button("Sit down").click();
  await ben.text(/^That is not the password/).waitFor();
  await code.fill("plum");
  await ben.button("Sit down").click();
  await ben.button("Stand up").waitFor();
});

test("a server that is gone is waited for", async () => {
  const anna = await stage.person({ at: "/" });
  await anna.button("Play now").waitFor();
  await stage.server.stop();
  const words = anna.text(/^Reconnecting/);
  await words.waitFor();
  await anna.button("Play now").click(); // not lost: it is done when it can be
  await stage.server.start();
  await words.waitFor({ state: "hidden" });
  await anna.tray.waitFor();
});

test("a page of another version asks to be loaded again", async () => {
  const anna = await stage.person({ at: "/" });
  await anna.button("Play now").waitFor();
  await anna.page.routeWebSocket(/\/ws$/, (socket) => {
    socket.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as { id: string };
      socket.send(
        JSON.stringify({ re: id, error: "bad-version", words: "this server speaks 2" }),
      );
    });
  });
  await anna.page.reload();
  await anna.text("There is a new version of this page.").waitFor();
  await anna.page.unrouteAll();
  await anna.button("Reload").waitFor();
});

test("a part of the page that does not come can be asked for again", async () => {
  const anna = await stage.person({ at: "/" });
  await anna.button("Play now").waitFor();
  await anna.page.route(/Rules-.*\.js$/, (route) => route.abort());
  await anna.page.getByRole("link", { name: "Rules" }).first().click();
  await anna.heading("This part of the page could not be loaded").waitFor();
  await anna.page.unroute(/Rules-.*\.js$/);
  await anna.button("Try again").click();
  await anna.heading(/rules/i).first().waitFor();
  const expected = /ERR_FAILED/;
  anna.troubles.splice(
    0,
    Infinity,
    ...anna.troubles.filter((one) => !expected.test(one)),
  );
});

test("files that are no records are refused in words", async () => {
  const anna = await stage.person({ at: "/" });
  const picker = anna.page.locator('nav input[type="file"]');
  const pick = (text: string) =>
    picker.setInputFiles({
      name: "game.tioli",
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
  await pick("Dear diary,\n");
  await anna.heading("This is not a whole record").waitFor();
  await anna.text(/^Line 1 is not valid/).waitFor();
  await anna.text("Open another record").waitFor();
  await anna.page.getByRole("link", { name: "Back to the start page" }).click();
  await pick("");
  await anna.heading("This is not a whole record").waitFor();
  await anna.page.getByRole("link", { name: "Back to the start page" }).click();
  await pick("x".repeat(5 * 1024 * 1024));
  await anna
    .text("That file is not a game record. Records are small text files.")
    .waitFor();

  await anna.page.goto(`${anna.url}/r/${NOBODY}/1`);
  await anna.heading("This game can't be shown").waitFor();
  await anna
    .text("There is no such game here. The link may be old or incomplete.")
    .waitFor();
  const table = await anna.against(1);
  await anna.page.goto(`${anna.url}/r/${table}/1`);
  await anna.heading("This game can't be shown").waitFor();
  await anna.button("Try again").waitFor();
  // The server says 404 to both, which the browser notes.
  anna.troubles.splice(0, Infinity, ...anna.troubles.filter((one) => !/404/.test(one)));
});

test("what the host chooses of the finer points, guests read", async () => {
  const anna = await stage.person();
  const table = await anna.create({ settings: { players: 2 } });
  await anna.open(table);
  await anna.page
    .getByLabel("Other players' points")
    .selectOption("Secret until the end");
  await anna.page.getByText("More", { exact: true }).last().click();
  await anna.page.getByRole("switch", { name: "Free hand" }).check();
  const ben = await stage.person({ at: `/t/${table}` });
  await ben.text("Secret until the end").waitFor();
  await ben.text("Free hand").waitFor();
});
