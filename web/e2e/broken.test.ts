/** Reloads, networks that fail, servers that die, and two windows of one person:
 * nothing is lost and nothing happens twice. */
import type { WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Stage, type Person } from "./kit";

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => expect(await stage.clear()).toEqual([]));

const away = (person: Person) => person.text(/^Reconnecting/);

/** The way between a person and the server, which can be cut. Chromium's own
 * offline switch leaves open connections alone. */
class Line {
  #sockets = new Set<WebSocketRoute>();
  #state: "up" | "deaf" | "cut" = "up";
  readonly #person: Person;

  constructor(person: Person) {
    this.#person = person;
  }

  async tap(): Promise<void> {
    await this.#person.context.routeWebSocket(/\/ws$/, (socket) => {
      if (this.#state === "cut") {
        void socket.close();
        return;
      }
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (this.#state === "up") socket.send(message);
      });
      this.#sockets.add(socket);
    });
    await this.#person.page.reload();
  }

  /** What is sent arrives, but no answer does. */
  deafen(): void {
    this.#state = "deaf";
  }

  async cut(): Promise<void> {
    this.#state = "cut";
    await this.#person.context.setOffline(true);
    for (const socket of this.#sockets) await socket.close();
    this.#sockets.clear();
  }

  async mend(): Promise<void> {
    this.#state = "up";
    await this.#person.context.setOffline(false);
  }
}

test("a game survives reload, lost networks and dead servers", async () => {
  const anna = await stage.person({ name: "Anna", serviceWorkers: "allow" });
  const ben = await stage.person({ name: "Ben", serviceWorkers: "allow" });
  const table = await anna.create({ settings: { players: 2, starts: 1, first: 1 } });
  await anna.open(table);
  await anna.sit();
  await ben.open(table);
  await ben.sit();

  await anna.take();
  await anna.hasDice(1);
  await anna.page.reload();
  await anna.hasDice(1);

  // A click without a network is carried out when it is back.
  const line = new Line(ben);
  await line.tap();
  await ben.myTurn();
  await line.cut();
  await ben.take();
  await away(ben).waitFor();
  await line.mend();
  await anna.myTurn();
  await ben.hasDice(1);
  await away(ben).waitFor({ state: "hidden" });

  // One that was carried out, but whose answer was lost, is not made twice.
  await anna.take();
  await ben.myTurn();
  line.deafen();
  await ben.take();
  await anna.myTurn();
  await line.cut();
  await away(ben).waitFor();
  await line.mend();
  await ben.hasDice(2);

  // So is one without a server, whether it went in order or was killed.
  await stage.server.stop("SIGTERM");
  await anna.take();
  await away(anna).waitFor();
  await stage.server.start();
  await ben.myTurn();
  await anna.hasDice(3);

  await stage.server.stop("SIGKILL");
  await ben.take();
  await away(ben).waitFor();
  await stage.server.start();
  await anna.myTurn();
  await ben.hasDice(3);
  expect(await ben.heading("Round 1 of 2").count()).toBe(1);

  await Promise.all([anna.playOn([0]), ben.playOn([0])]);
  // A retry is the same move: each was made once, however often it was sent.
  const record = await anna.page.evaluate(
    async (id) => (await fetch(`/api/tables/${id}/record?game=1`)).text(),
    table,
  );
  expect(record.match(/^\d+ take /gm) ?? record.match(/ take /g)).toHaveLength(6);
});

test("a server that falls silent is noticed, and a click waits for it", async () => {
  const anna = await stage.person({ pace: 7000 });
  await anna.against(1);
  await anna.myTurn();
  stage.server.freeze();
  await anna.take();
  await away(anna).waitFor();
  stage.server.wake();
  await away(anna).waitFor({ state: "hidden" });
  await anna.hasDice(1);
  expect(new Set(anna.moves).size).toBe(1);
});

test("two windows of one person show the same and both can move", async () => {
  const anna = await stage.person();
  const table = await anna.against(1);
  await anna.myTurn();
  const other = await anna.tab();
  await other.goto(`${anna.url}/t/${table}`);
  const dice = other.getByRole("list", { name: "Your dice" }).getByRole("listitem");
  await dice.getByText("No dice yet").waitFor();
  await anna.take();
  await dice.getByText("No dice yet").waitFor({ state: "hidden" });
  await other
    .getByRole("button", { name: /can be taken/ })
    .first()
    .click();
  await other.getByRole("button", { name: /^Take ./ }).click();
  await anna.hasDice(2);
});
