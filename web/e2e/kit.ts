/** A server and browsers for the tests: Debian's Chromium, a database of its
 * own in a folder that is gone afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright-core";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
export const PROGRAM = process.env["TIOLI"] ?? join(ROOT, "build", "tioli");
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nobody looks at these windows: none of them may be slower for that.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

export const PHONE = { width: 360, height: 640 };
export const LANDSCAPE = { width: 640, height: 360 };
export const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1440, height: 900 };

/** How long anything may take before a test gives up: this is no test of speed. */
export const PATIENCE_MS = 40_000;

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), "tioli-e2e-"));
  #process: ChildProcess | null = null;
  #port = 0;
  #said = "";

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** All that it wrote, for when something went wrong. */
  get said(): string {
    return this.#said;
  }

  /** The same port and database again after a stop. */
  async start(...more: string[]): Promise<void> {
    const portFile = join(this.folder, "port");
    rmSync(portFile, { force: true });
    const words = [
      "serve",
      "--listen",
      "127.0.0.1",
      "--port",
      String(this.#port),
      "--port-file",
      portFile,
      "--db",
      join(this.folder, "games.db"),
      "--no-qr",
      ...more,
    ];
    const process = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = process;
    for (const stream of [process.stdout, process.stderr])
      stream?.on("data", (bytes: Buffer) => (this.#said += bytes.toString()));
    await until("the server's port", () => {
      if (process.exitCode !== null) throw new Error(`the server ended: ${this.#said}`);
      return existsSync(portFile) && /^\d+\n$/.test(readFileSync(portFile, "utf8"));
    });
    this.#port = Number(readFileSync(portFile, "utf8"));
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const process = this.#process;
    this.#process = null;
    if (!process || process.exitCode !== null) return;
    const ended = new Promise((done) => process.once("exit", done));
    process.kill(signal);
    await ended;
  }

  async end(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

interface Wishes extends BrowserContextOptions {
  name?: string;
  prefs?: object;
  /** How many times faster the page's timers run: nobody has to read here. */
  hurry?: number;
}

interface Making {
  settings?: object;
  deck?: string;
}

/** What a person is asked to do next, by the words on its button. */
const NEXT =
  /^(Continue|Lay these dice|Lay nothing|Keep all cards|Discard this card|Draw these cards|Pass)$/;
const OVER = /^(You win|.+ wins|.+ share the win)$/;

/** A person with a browser of their own. Whatever the page complains of, and the
 * browser of it (what the policy forbids, say), is in `troubles`; the moves that
 * it has sent are in `moves`. */
export class Person {
  readonly context: BrowserContext;
  readonly url: string;
  readonly name: string;
  readonly troubles: string[] = [];
  readonly moves: string[] = [];
  #page: Page | null = null;

  private constructor(context: BrowserContext, url: string, name: string) {
    this.context = context;
    this.url = url;
    this.name = name;
  }

  static async arrive(
    browser: Browser,
    url: string,
    wishes: Wishes = {},
    at = "/",
  ): Promise<Person> {
    const { name = "Anna", prefs, hurry = 20, ...rest } = wishes;
    const context = await browser.newContext({
      viewport: DESKTOP,
      locale: "en-GB",
      reducedMotion: "reduce",
      ...rest,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const kept = JSON.stringify({ name, learnt: true, level: "easy", ...prefs });
    await context.addInitScript(prepare, { kept, hurry });
    const person = new Person(context, url, name);
    person.#page = await person.tab();
    await person.page.goto(url + at);
    return person;
  }

  get page(): Page {
    if (!this.#page) throw new Error("there is no page yet");
    return this.#page;
  }

  /** One more window of the same browser. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.troubles.push(error.stack ?? String(error)));
    page.on("console", (message) => {
      const text = message.text();
      const expected =
        /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/;
      if (message.type() === "error" && !expected.test(text)) this.troubles.push(text);
    });
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { move } = JSON.parse(String(payload)) as { do: string; move?: string };
        if (move && String(payload).includes('"do":"move"')) this.moves.push(move);
      }),
    );
    return page;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }

  // ---- What is on the page, by role and name

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { name, exact: true });
  }

  text(words: string | RegExp, how: { exact?: boolean } = {}): Locator {
    // What is only said, and said again where it is shown, does not count.
    const shown = this.page.locator(":not([aria-live].unseen)");
    return this.page.getByText(words, how).and(shown);
  }

  get tray(): Locator {
    return this.page.getByRole("group", { name: "Dice in the tray" });
  }

  /** Dice that can be taken now. */
  get takeable(): Locator {
    return this.tray.getByRole("button", { name: /can be taken/ });
  }

  /** The button that takes the die which is chosen. */
  get taking(): Locator {
    return this.page
      .getByRole("group", { name: "Your move" })
      .getByRole("button", { name: /^Take ./ });
  }

  // ---- What people do

  /** Makes a table without the page's help, as its host. */
  async create(making: Making = {}): Promise<string> {
    return this.page.evaluate(async (body) => {
      await fetch("/api/hello", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      const response = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { table?: string; words?: string };
      if (!answer.table) throw new Error(answer.words);
      return answer.table;
    }, making);
  }

  async open(table: string): Promise<void> {
    await this.page.goto(`${this.url}/t/${table}`);
  }

  /** Sits down on the first free seat of an open table. */
  async sit(): Promise<void> {
    await this.button("Sit here").first().click();
    await this.button("Stand up").or(this.tray).first().waitFor();
  }

  /** A small table of one's own against bots, begun. */
  async against(bots: number, making: Making = {}): Promise<string> {
    const table = await this.create({
      ...making,
      settings: { players: bots + 1, starts: 1, first: 1, bot: 0, ...making.settings },
    });
    await this.open(table);
    await this.sit();
    await this.button("Start").click();
    await this.heading(/^Round \d+ of|^Draw cards$/)
      .first()
      .waitFor();
    return table;
  }

  /** Dice of one's own in this round. */
  get dice(): Locator {
    return this.page
      .getByRole("list", { name: "Your dice" })
      .getByRole("listitem")
      .filter({ hasNotText: "No dice yet" });
  }

  async hasDice(count: number): Promise<void> {
    await until(`${count} dice of ${this.name}`, async () => {
      return (await this.dice.count()) === count;
    });
  }

  async myTurn(): Promise<void> {
    await this.takeable.first().waitFor();
  }

  async take(): Promise<void> {
    await this.takeable.first().click();
    await this.taking.click();
  }

  async pass(): Promise<void> {
    await this.button("Pass").click();
  }

  /** Does what the page asks for, once. False if the game is over. */
  async step(takes: (round: number) => number, end = OVER): Promise<boolean> {
    const next = this.page.getByRole("button", { name: NEXT, disabled: false });
    const over = this.heading(end);
    await next.or(over).first().waitFor();
    if (await over.isVisible()) return false;
    const words = (
      await next
        .first()
        .textContent({ timeout: 1000 })
        .catch(() => null)
    )?.trim();
    if (words === "Pass") await this.#turn(takes);
    else if (words) await this.#press(words);
    return true;
  }

  #round = 0;
  #taken = 0;

  async #turn(takes: (round: number) => number): Promise<void> {
    const where = await this.heading(/^Round \d+ of/).textContent();
    const round = Number(/\d+/.exec(where ?? "")?.[0]);
    if (round !== this.#round) this.#taken = 0;
    this.#round = round;
    const before = await this.dice.count();
    if (this.#taken >= takes(round)) await this.pass();
    else {
      await this.take();
      this.#taken++;
    }
    // It may be my turn again before anybody looks.
    const mine = this.page.getByRole("button", { name: "Pass", disabled: false });
    await until("the move to be made", async () => {
      return (await this.dice.count()) !== before || !(await mine.isVisible());
    });
  }

  /** The moment may be over before it is pressed: then there is no need to. */
  async #press(words: string): Promise<void> {
    const button = this.button(words);
    await button.click({ timeout: 15_000 }).catch(async (error: unknown) => {
      if (await button.isEnabled({ timeout: 1000 }).catch(() => false)) throw error;
    });
  }

  /** Plays until the game is over, taking as many dice in each round. */
  async playOn(
    takes: (round: number) => number = () => 1,
    end: RegExp = OVER,
  ): Promise<void> {
    while (await this.step(takes, end));
  }
}

/** A server and a browser for a file of tests. */
export class Stage {
  readonly server = new Server();
  #browser: Browser | null = null;
  #people: Person[] = [];

  async open(...options: string[]): Promise<void> {
    await this.server.start(...options);
    this.#browser = await launch();
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.server.end();
  }

  get browser(): Browser {
    if (!this.#browser) throw new Error("there is no browser yet");
    return this.#browser;
  }

  async person(wishes: Wishes & { at?: string } = {}): Promise<Person> {
    const { at = "/", ...rest } = wishes;
    const person = await Person.arrive(this.browser, this.server.url, rest, at);
    this.#people.push(person);
    return person;
  }

  /** Everybody goes home. What their pages complained of comes back. */
  async clear(): Promise<string[]> {
    const people = this.#people.splice(0);
    const pictures = process.env["TIOLI_PICTURES"]; // where to see what went wrong
    for (const person of people) {
      if (pictures)
        await person.page.screenshot({ path: join(pictures, `${person.name}.png`) });
      await person.leave();
    }
    return people.flatMap(({ name, troubles }) =>
      troubles.map((trouble) => `${name}: ${trouble}`),
    );
  }
}

/** Runs in the page, before anything else. */
function prepare({ kept, hurry }: { kept: string; hurry: number }): void {
  if (localStorage.getItem("tioli") === null) localStorage.setItem("tioli", kept);
  const real = window.setTimeout.bind(window);
  const LONGEST = 6000; // longer ones are patience, not pace
  const fast = (call: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    real(call, ms > LONGEST ? ms : ms / hurry, ...rest);
  window.setTimeout = fast as typeof window.setTimeout;
}
