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
/** As small as it can be with all beside each other: less to draw. */
const ROOMY = { width: 1160, height: 720 };

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

  get runs(): boolean {
    return this.#process !== null && this.#process.exitCode === null;
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

  /** It is there, but does nothing, until it wakes up. */
  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  wake(): void {
    this.#process?.kill("SIGCONT");
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
  /** Which of them, in ms: longer ones are patience, not pace. */
  pace?: number;
}

interface Making {
  settings?: object;
  deck?: string;
}

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
    at: string | null = null,
  ): Promise<Person> {
    const { name = "Anna", prefs, hurry = 50, pace = 5500, ...rest } = wishes;
    const context = await browser.newContext({
      viewport: ROOMY,
      locale: "en-GB",
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...rest,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const kept = JSON.stringify({
      name,
      learnt: true,
      offered: true,
      level: "easy",
      confirm: "no",
      ...prefs,
    });
    await context.addInitScript(prepare, { kept, hurry, pace });
    const person = new Person(context, url, name);
    person.#page = await person.tab();
    if (at !== null) await person.page.goto(url + at);
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
        /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket connection/;
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
    const { request } = this.context; // with the browser's cookies
    // A connection that was kept may just have been closed for being silent.
    const again = { maxRetries: 2 };
    await request.post(`${this.url}/api/hello`, { data: {}, ...again });
    const response = await request.post(`${this.url}/api/tables`, {
      data: making,
      ...again,
    });
    const answer = (await response.json()) as { table?: string; words?: string };
    if (!answer.table) throw new Error(answer.words);
    return answer.table;
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

  /** Plays until the game is over, taking so many dice in the first round, the
   * second and so on. */
  async playOn(takes: number[] = [1], over: RegExp = OVER): Promise<void> {
    await this.page.evaluate(play, { takes, over: over.source });
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

  /** Without `at` the page is not opened yet. */
  async person(wishes: Wishes & { at?: string } = {}): Promise<Person> {
    const { at = null, ...rest } = wishes;
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
    // One test that went wrong must not take the next ones with it.
    this.server.wake();
    if (!this.server.runs) await this.server.start();
    return people.flatMap(({ name, troubles }) =>
      troubles.map((trouble) => `${name}: ${trouble}`),
    );
  }
}

/** Runs in the page: a player who does what the page asks for. To look on from
 * outside would cost more than the game itself. */
async function play({ takes, over }: { takes: number[]; over: string }): Promise<void> {
  const ASKED = [
    "Continue",
    "Lay these dice",
    "Lay nothing",
    "Keep all cards",
    "Discard this card",
    "Draw these cards",
    "Pass",
  ];
  const OPEN = ":not(:disabled, [aria-disabled=true], [aria-busy=true], [inert] *)";
  const wordsOf = (one: Element): string => one.textContent.trim();
  const isSeen = (one: Element): boolean =>
    one.checkVisibility({ visibilityProperty: true });
  const find = (what: string, named: (words: string) => boolean): HTMLElement | null =>
    [...document.querySelectorAll<HTMLElement>(what)].find(
      (one) => named(one.ariaLabel ?? wordsOf(one)) && isSeen(one),
    ) ?? null;
  const isOver = (): boolean =>
    find("h1, h2", (words) => new RegExp(over).test(words)) !== null;
  const asked = () => find(`button${OPEN}`, (words) => ASKED.includes(words));
  const die = () =>
    find(`[data-die]${OPEN}`, (words) => words.endsWith("can be taken"));
  const take = () =>
    find(`[aria-label="Your move"] button${OPEN}`, (words) => /Take \w/.test(words));
  const roundNow = (): number => {
    const title = find("h1, h2", (words) => /^Round \d+ of/.test(words));
    return Number(/\d+/.exec(title?.textContent ?? "")?.[0] ?? 1);
  };

  /** The next change of the page, or a while. */
  const change = (): Promise<void> =>
    new Promise((go) => {
      const end = (): void => {
        watch.disconnect();
        clearTimeout(timer);
        go();
      };
      const watch = new MutationObserver(end);
      watch.observe(document, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
      const timer = setTimeout(end, 2000);
    });
  const found = async <T>(look: () => T | null): Promise<T> => {
    for (let one = look(); ; one = look()) {
      if (one !== null) return one;
      await change();
    }
  };

  /** As a finger would: only what is not covered by anything can be hit. */
  const press = (one: HTMLElement): void => {
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || !(one.contains(hit) || hit.contains(one)))
      throw new Error(
        `"${wordsOf(one)}" is covered by ${hit?.outerHTML.slice(0, 200) ?? "nothing"}`,
      );
    one.click();
  };
  const answered = async (one: HTMLElement, words: string): Promise<void> => {
    // One that stays as it is may be asking once more.
    const end = performance.now() + 5000;
    await found(() =>
      !one.isConnected ||
      !one.matches(OPEN) ||
      !isSeen(one) ||
      wordsOf(one) !== words ||
      performance.now() > end
        ? true
        : null,
    );
  };

  let [round, taken] = [0, 0];
  for (;;) {
    const next = await found(() => (isOver() ? "over" : asked()));
    if (next === "over") return;
    const words = wordsOf(next);
    if (words !== "Pass") {
      press(next);
      await answered(next, words);
      continue;
    }
    if (roundNow() !== round) [round, taken] = [roundNow(), 0];
    if (taken++ < (takes[round - 1] ?? takes.at(-1) ?? 0)) {
      press(await found(die));
      const button = await found(take);
      press(button);
      await answered(button, wordsOf(button));
    } else {
      press(next);
      await answered(next, words);
    }
  }
}

interface Preparing {
  kept: string;
  hurry: number;
  pace: number;
}

/** Runs in the page, before anything else. */
function prepare({ kept, hurry, pace }: Preparing): void {
  if (localStorage.getItem("tioli") === null) localStorage.setItem("tioli", kept);
  const real = window.setTimeout.bind(window);
  const fast = (call: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    real(call, ms > pace ? ms : ms / hurry, ...rest);
  window.setTimeout = fast as typeof window.setTimeout;
}
