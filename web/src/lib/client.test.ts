import { beforeEach, describe, expect, it } from "vitest";
import { Client, type Socket, type Status } from "./client";
import type { Answer, Notice, TableMessage } from "./protocol";

type Message = Record<string, unknown>;

const PING_MS = 6000;
const SILENCE_MS = 30_000;

class FakeSocket implements Socket {
  readyState = 0;
  sent: Message[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event?: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Message);
  }

  close(): void {
    this.closed = true;
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The one message of that kind. */
  only(what: string): Message {
    const found = this.sent.filter((message) => message["do"] === what);
    expect(found).toHaveLength(1);
    return found[0] as Message;
  }

  count(what: string): number {
    return this.sent.filter((message) => message["do"] === what).length;
  }

  welcome(): void {
    this.onopen?.();
    this.hear({ re: this.only("hello")["id"], ok: true, name: "Anna" });
  }
}

interface Timer {
  ms: number;
  call: () => void;
}

class World {
  sockets: FakeSocket[] = [];
  timers: Timer[] = [];
  greetings = 0;
  greet: () => Promise<void> = () => Promise.resolve();
  statuses: Status[] = [];
  notices: Notice[] = [];
  client: Client;

  constructor() {
    this.client = new Client(
      {
        open: () => {
          const socket = new FakeSocket();
          this.sockets.push(socket);
          return socket;
        },
        greet: () => {
          this.greetings++;
          return this.greet();
        },
        after: (ms, call) => {
          const timer = { ms, call };
          this.timers.push(timer);
          return () => {
            this.timers = this.timers.filter((one) => one !== timer);
          };
        },
        random: () => 0.5,
      },
      {
        status: (status) => this.statuses.push(status),
        notice: (notice) => this.notices.push(notice),
        hello: () => undefined,
      },
    );
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }

  /** Lets the one timer of that kind go off. */
  fire(fits: (ms: number) => boolean): void {
    const found = this.timers.filter(({ ms }) => fits(ms));
    expect(found).toHaveLength(1);
    this.timers = this.timers.filter((one) => one !== found[0]);
    found[0]?.call();
  }

  async start(): Promise<void> {
    this.client.start();
    await settled();
    this.socket.welcome();
  }

  /** The connection breaks, and the next one is made. */
  async again(): Promise<void> {
    this.socket.onclose?.();
    this.fire((ms) => ms < 1000);
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

let world: World;
beforeEach(() => {
  world = new World();
});

describe("connecting", () => {
  it("greets, says hello and is online", async () => {
    await world.start();
    expect(world.greetings).toBe(1);
    expect(world.socket.sent[0]).toMatchObject({ do: "hello", version: 1 });
    expect(world.statuses).toEqual(["online"]);
  });

  it("greets once only, also when the connection breaks", async () => {
    await world.start();
    await world.again();
    expect(world.greetings).toBe(1);
    expect(world.sockets).toHaveLength(2);
  });

  it("waits longer after each failure, up to a bound", async () => {
    world.greet = () => Promise.reject(new Error("down"));
    world.client.start();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      await settled();
      expect(world.timers).toHaveLength(1);
      waits.push(world.timers[0]?.ms ?? 0);
      world.fire(() => true);
    }
    expect(waits.slice(0, 3)).toEqual([300, 600, 1200]);
    expect(Math.max(...waits)).toBe(11_250);
    expect(world.statuses).toEqual(["offline"]);
  });

  it("gives a server up that takes the connection and says nothing", async () => {
    world.client.start();
    await settled();
    world.socket.onopen?.();
    const silent = world.socket;
    world.fire((ms) => ms === 10_000);
    expect(silent.closed).toBe(true);
    expect(world.statuses).toEqual(["offline"]);
  });

  it("greets anew if the server does not know us", async () => {
    world.client.start();
    await settled();
    world.socket.onopen?.();
    world.socket.hear({ re: world.socket.only("hello")["id"], error: "hello-first" });
    world.fire((ms) => ms < 1000);
    await settled();
    expect(world.greetings).toBe(2);
  });

  it("stays out of date, whatever happens, if the version is wrong", async () => {
    world.client.start();
    await settled();
    world.socket.onopen?.();
    world.socket.hear({ re: world.socket.only("hello")["id"], error: "bad-version" });
    expect(world.statuses).toEqual(["outdated"]);
    world.client.wake();
    await settled();
    expect(world.sockets).toHaveLength(1);
    expect(world.timers).toHaveLength(0);
  });

  it("does not connect twice when it is woken while it greets", async () => {
    let go = (): void => undefined;
    world.greet = () => new Promise((resolve) => (go = resolve));
    world.client.start();
    world.client.wake();
    world.client.wake();
    go();
    await settled();
    expect(world.greetings).toBe(1);
    expect(world.sockets).toHaveLength(1);
  });

  it("is quiet after stop", async () => {
    await world.start();
    world.client.stop();
    expect(world.socket.closed).toBe(true);
    world.client.wake();
    await settled();
    expect(world.sockets).toHaveLength(1);
    expect(world.timers).toHaveLength(0);
  });
});

describe("requests", () => {
  it("settles with the answer that names them", async () => {
    await world.start();
    const first = world.client.request({ do: "levels" });
    const second = world.client.request({ do: "mine" });
    world.socket.hear({ re: world.socket.only("mine")["id"], ok: true, tables: [] });
    world.socket.hear({ re: world.socket.only("levels")["id"], error: "busy" });
    expect(await first).toMatchObject({ error: "busy" });
    expect(await second).toMatchObject({ ok: true, tables: [] });
  });

  it("keeps what was asked before there was a connection", async () => {
    const asked = world.client.request({ do: "levels" });
    await world.start();
    world.socket.hear({ re: world.socket.only("levels")["id"], ok: true });
    expect(await asked).toMatchObject({ ok: true });
  });

  it("sends what was not answered again, once and with the same id", async () => {
    await world.start();
    const answers: Answer[] = [];
    void world.client
      .request({ do: "move", table: "t", move: "take D5", at: 7 })
      .then((answer) => answers.push(answer));
    const before = world.socket.only("move");
    await world.again();
    expect(world.socket.count("move")).toBe(0); // not before the hello
    world.socket.welcome();
    expect(world.socket.only("move")).toEqual(before);
    world.socket.hear({ re: before["id"], ok: true, seq: 8, again: true });
    world.socket.hear({ re: before["id"], ok: true, seq: 8 });
    await settled();
    expect(answers).toHaveLength(1);
  });

  it("does not repeat what was answered", async () => {
    await world.start();
    const asked = world.client.request({ do: "levels" });
    world.socket.hear({ re: world.socket.only("levels")["id"], ok: true });
    await asked;
    await world.again();
    world.socket.welcome();
    expect(world.socket.count("levels")).toBe(0);
  });

  it("gives each request an id that the protocol allows, and never twice", async () => {
    await world.start();
    for (let i = 0; i < 50; i++) void world.client.request({ do: "levels" });
    const ids = world.socket.sent.map((message) => String(message["id"]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
  });
});

describe("tables", () => {
  function watch(): { told: TableMessage[]; refused: Answer[] } {
    const told: TableMessage[] = [];
    const refused: Answer[] = [];
    world.client.watch(
      "abc",
      (message) => told.push(message),
      (answer) => refused.push(answer),
    );
    return { told, refused };
  }

  it("enters, and hears of that table alone", async () => {
    await world.start();
    const { told } = watch();
    expect(world.socket.only("enter")).not.toHaveProperty("after");
    world.socket.hear({ table: "abc", seq: 3 });
    world.socket.hear({ table: "xyz", seq: 9 });
    expect(told).toEqual([{ table: "abc", seq: 3 }]);
  });

  const state = (seq: number, more: object): object => ({ table: "abc", seq, ...more });

  it("tells of whole states, whatever came of them", async () => {
    await world.start();
    const { told } = watch();
    world.socket.hear(state(3, { state: { phase: "playing", position: 3 } }));
    world.socket.hear(state(5, { since: 3, changes: { position: 5 } }));
    world.socket.hear(state(6, { since: 5, changes: { phase: "over" } }));
    expect(told.map((message) => message.state)).toEqual([
      { phase: "playing", position: 3 },
      { phase: "playing", position: 5 },
      { phase: "over", position: 5 },
    ]);
    expect(world.socket.count("enter")).toBe(1);
  });

  it("asks once for all when it has missed a state, and goes on with it", async () => {
    await world.start();
    const { told } = watch();
    world.socket.hear(state(3, { state: { phase: "playing", position: 3 } }));
    world.socket.hear(state(6, { since: 5, changes: { position: 6 } }));
    world.socket.hear(state(7, { since: 6, changes: { position: 7 } }));
    expect(told.map((message) => message.state?.position)).toEqual([
      3,
      undefined,
      undefined,
    ]);
    expect(world.socket.count("enter")).toBe(2);
    expect(world.socket.sent.at(-1)).toMatchObject({ do: "enter", after: 6 });
    world.socket.hear(state(7, { state: { phase: "over", position: 7 } }));
    world.socket.hear(state(8, { since: 7, changes: { position: 8 } }));
    expect(told.at(-1)?.state).toEqual({ phase: "over", position: 8 });
    expect(world.socket.count("enter")).toBe(2);
  });

  it("comes back after the last event that it heard, and enters once", async () => {
    await world.start();
    watch();
    world.socket.hear({ table: "abc", seq: 5 });
    world.socket.hear({ table: "abc", seq: 4 });
    await world.again();
    world.socket.welcome();
    expect(world.socket.only("enter")).toMatchObject({ table: "abc", after: 5 });
  });

  it("enters when the connection comes after the wish", async () => {
    watch();
    await world.start();
    expect(world.socket.count("enter")).toBe(1);
  });

  it("tells of a refusal, but not of one that no longer matters", async () => {
    await world.start();
    const first = watch();
    const id = world.socket.only("enter")["id"];
    world.client.unwatch("abc");
    expect(world.socket.only("exit")).toMatchObject({ table: "abc" });
    world.socket.hear({ re: id, error: "no-such-table" });
    expect(first.refused).toEqual([]);
    const second = watch();
    world.socket.hear({ re: world.socket.sent.at(-1)?.["id"], error: "no-watching" });
    expect(second.refused).toMatchObject([{ error: "no-watching" }]);
  });

  it("does not enter again what is no longer watched", async () => {
    await world.start();
    watch();
    world.client.unwatch("abc");
    await world.again();
    world.socket.welcome();
    expect(world.socket.count("enter")).toBe(0);
  });
});

describe("after sleep", () => {
  it("asks whether the connection lives, and believes an answer", async () => {
    await world.start();
    world.client.wake();
    world.socket.hear({ re: world.socket.only("ping")["id"], ok: true });
    await settled();
    expect(world.timers.filter(({ ms }) => ms === PING_MS)).toHaveLength(0);
    expect(world.sockets).toHaveLength(1);
  });

  it("drops a connection that does not answer", async () => {
    await world.start();
    const dead = world.socket;
    world.client.wake();
    world.fire((ms) => ms === PING_MS);
    expect(dead.closed).toBe(true);
    world.fire((ms) => ms < 1000);
    await settled();
    world.socket.welcome();
    expect(world.statuses).toEqual(["online", "offline", "online"]);
    expect(world.socket.count("ping")).toBe(0);
  });

  it("hears nothing more from a connection that it gave up", async () => {
    await world.start();
    const dead = world.socket;
    const hear = dead.onmessage;
    world.client.wake();
    world.fire((ms) => ms === PING_MS);
    hear?.({ data: JSON.stringify({ notice: "draining", words: "" }) });
    expect(world.notices).toEqual([]);
  });

  it("hardly waits when the server says that another one is there", async () => {
    await world.start();
    world.socket.onclose?.({ code: 1012 });
    expect(world.timers.every(({ ms }) => ms <= 100)).toBe(true);
    world.fire((ms) => ms <= 100);
    await settled();
    // There was none, after all: from now on as ever.
    world.socket.onclose?.({ code: 1012 });
    expect(world.timers.every(({ ms }) => ms > 100)).toBe(true);
  });

  it("does not wait when the network is back", async () => {
    await world.start();
    world.socket.onclose?.();
    expect(world.timers).toHaveLength(1);
    world.client.wake();
    await settled();
    expect(world.sockets).toHaveLength(2);
    expect(world.timers.filter(({ ms }) => ms < 1000)).toHaveLength(0);
  });
});

describe("a network that falls silent", () => {
  it("is doubted when a request stays unanswered, and nothing is lost", async () => {
    await world.start();
    const dead = world.socket;
    void world.client.request({ do: "move", table: "t", move: "pass" });
    world.fire((ms) => ms === PING_MS); // no answer: a ping goes out
    expect(dead.count("ping")).toBe(1);
    world.fire((ms) => ms === PING_MS); // nor to that
    expect(dead.closed).toBe(true);
    world.fire((ms) => ms < 1000);
    await settled();
    world.socket.welcome();
    expect(world.socket.only("move")).toEqual(dead.only("move"));
  });

  it("is not doubted once there was an answer", async () => {
    await world.start();
    void world.client.request({ do: "levels" });
    world.socket.hear({ re: world.socket.only("levels")["id"], ok: true });
    expect(world.timers.map(({ ms }) => ms)).toEqual([SILENCE_MS]);
  });

  it("is noticed though nothing was asked", async () => {
    await world.start();
    const dead = world.socket;
    world.fire((ms) => ms === SILENCE_MS);
    expect(dead.count("ping")).toBe(1);
    world.fire((ms) => ms === PING_MS);
    expect(dead.closed).toBe(true);
  });
});

describe("what comes in", () => {
  it("passes notices on", async () => {
    await world.start();
    world.socket.hear({ notice: "store-down", words: "…" });
    expect(world.notices).toMatchObject([{ notice: "store-down" }]);
  });

  it("survives nonsense, and leaves a server that speaks none of JSON", async () => {
    await world.start();
    world.socket.hear([1, 2]);
    world.socket.onmessage?.({ data: "null" });
    world.socket.onmessage?.({ data: new ArrayBuffer(2) });
    world.socket.hear({ re: null, error: "bad-json" });
    expect(world.statuses).toEqual(["online"]);
    world.socket.onmessage?.({ data: "<html>" });
    expect(world.statuses).toEqual(["online", "offline"]);
  });
});
