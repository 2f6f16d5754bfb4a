/** Figures of the page in a real browser: bench/page runs it, and bench/README.md
 * says what they mean. */
import type { CDPSession, Page } from "playwright-core";
import { DESKTOP, PHONE, Stage, type Person } from "./kit";

const [files, ...wanted] = process.argv.slice(2);
const GAMES = [10, 50, 100];
const KB = 1000;

const stage = new Stage();
await stage.open(...(files ? ["--files", files] : []));

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** A browser that has never been here. */
async function stranger(wishes = {}): Promise<{
  person: Person;
  page: Page;
  cdp: CDPSession;
}> {
  const person = await stage.person({
    ...wishes,
    hurry: 1,
    serviceWorkers: "block",
    at: "/healthz",
  });
  const cdp = await person.context.newCDPSession(person.page);
  await cdp.send("Network.enable");
  return { person, page: person.page, cdp };
}

const drawn = (page: Page) => page.locator("[data-die]").first().waitFor();

/** Bytes as they come over the wire, compressed, and the heads, which are not. */
async function sizes(): Promise<void> {
  for (const locale of ["en-GB", "de-DE"]) {
    const { page, cdp } = await stranger({ locale });
    let bytes = 0;
    let requests = 0;
    let heads = 0;
    cdp.on("Network.dataReceived", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    cdp.on("Network.responseReceived", ({ response }) => {
      heads += response.encodedDataLength;
      requests++;
    });
    const line = (until: string): boolean =>
      say(
        `load ${locale}: ${(bytes / KB).toFixed(1)} kB and ${(heads / KB).toFixed(1)} kB of heads ` +
          `in ${requests} requests until ${until}`,
      );
    await page.goto(stage.server.url, { waitUntil: "networkidle" });
    line("the start page is there, with what is fetched ahead");
    await page.locator("main button").first().click();
    await drawn(page);
    await page.waitForLoadState("networkidle");
    line("a table is drawn");
    await stage.clear();
  }
}

/* The slow phone is what Lighthouse takes for its mobile profile. */
const PROFILES = [
  { name: "desktop", cpu: 1, latency: 5, down: 5_000_000, up: 1_000_000 },
  { name: "slow phone, 4G", cpu: 4, latency: 150, down: 200_000, up: 90_000 },
  { name: "slower phone, 3G", cpu: 6, latency: 400, down: 50_000, up: 50_000 },
];
const RUNS = 7;

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Start {
  paint: number;
  usable: number;
  itself: number;
  table: number;
}

/** Runs in the page: marks when a button is painted and nothing is before a click
 * on it, as the build has drawn it and as the program has. */
function markStart(): void {
  const marked = new Set<string>();
  const mark = (name: string, selector: string): void => {
    if (marked.has(name) || !document.querySelector(selector)) return;
    marked.add(name);
    requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
  };
  new MutationObserver(() => {
    mark("usable", "main button");
    mark("itself", "#app main button");
  }).observe(document, { childList: true, subtree: true });
}

async function startOnce(profile: (typeof PROFILES)[number]): Promise<Start> {
  const { page, cdp } = await stranger({ viewport: PHONE });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latency,
    downloadThroughput: profile.down,
    uploadThroughput: profile.up,
  });
  await page.addInitScript(markStart);
  await page.goto(stage.server.url, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("itself").length > 0);
  const times = await page.evaluate(() => {
    const at = (name: string): number =>
      performance.getEntriesByName(name)[0]?.startTime ?? 0;
    return {
      paint: at("first-contentful-paint"),
      usable: at("usable"),
      itself: at("itself"),
    };
  });
  const before = Date.now();
  await page.locator("main button").first().click();
  await drawn(page);
  const table = Date.now() - before;
  await stage.clear();
  return { ...times, table };
}

/** When the first button can be pressed, and a table after it. */
async function start(): Promise<void> {
  for (const profile of PROFILES) {
    const runs: Start[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await startOnce(profile));
    const ms = (part: keyof Start): string => {
      const values = runs.map((run) => run[part]);
      return `${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
    };
    say(
      `start on ${profile.name}, median of ${RUNS}: first paint ${ms("paint")}, ` +
        `takes a click ${ms("usable")}, does it ${ms("itself")}, ` +
        `table ${ms("table")} after the click`,
    );
  }
}

interface Thrown {
  /** From the last frame before the news to the first picture that has moved. */
  before: number;
  /** Between two frames, from then on until the dice lie and the canvas is
   * gone. */
  frames: number[];
  /** What comes then: whose turn it is, and which dice can be taken. */
  after: number[];
}

/** Runs in the page: the time between frames of a throw. It marks where it
 * begins and ends, for the reader who watches the processor. */
function watchThrow(): void {
  const AFTER = 20;
  // Where all that is drawn lies, summed up: when it changes, something has moved.
  let [places, before, pictures] = [0, 0, 0];
  const paper = CanvasRenderingContext2D.prototype;
  const { setTransform, clearRect } = paper;
  paper.clearRect = function (...at) {
    [places, before] = [0, places];
    pictures++;
    clearRect.apply(this, at);
  };
  paper.setTransform = function (...to: unknown[]) {
    places += Number(to[4]) + Number(to[5]);
    Reflect.apply(setTransform, this, to);
  };
  const thrown = new Promise<Thrown>((over) => {
    const seen: Thrown = { before: 0, frames: [], after: [] };
    let [last, began] = [0, 0];
    let moved = false;
    const look = (now: number): void => {
      const aloft = document.querySelector(".tray.aloft") !== null;
      if (aloft && began === 0) {
        began = last;
        pictures = 0;
        performance.mark("the news", { startTime: last });
      } else if (began > 0 && !moved && pictures > 1 && places !== before) {
        moved = true; // in the last frame
        Object.assign(paper, { setTransform, clearRect });
        seen.before = last - began;
        performance.mark("it moves", { startTime: last });
      }
      if (moved) {
        const kept = seen.after.length > 0 || !aloft ? seen.after : seen.frames;
        if (kept.push(now - last) === 1 && kept === seen.after)
          performance.mark("it lies");
        if (seen.after.length === AFTER) {
          over(seen);
          return;
        }
      }
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { thrown });
}

/** Runs in the page: as many frames of the least that can be drawn, twenty
 * squares on a canvas of about the tray's size. */
function plainFrames(): Promise<number[]> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 600;
  document.body.append(canvas);
  const ctx = canvas.getContext("2d");
  return new Promise((over) => {
    const kept: number[] = [];
    let last = 0;
    const step = (now: number): void => {
      if (last > 0) kept.push(now - last);
      else performance.mark("it moves");
      last = now;
      ctx?.setTransform(1, 0, 0, 1, 0, 0);
      ctx?.clearRect(0, 0, 600, 600);
      for (let i = 0; i < 20; i++) {
        ctx?.setTransform(1, 0, 0, 1, 60 + (i % 5) * 120, 60 + Math.floor(i / 5) * 140);
        ctx?.rotate(now / 200 + i);
        ctx?.fillRect(-25, -25, 50, 50);
      }
      if (kept.length < 100) {
        requestAnimationFrame(step);
        return;
      }
      performance.mark("it lies");
      over(kept);
    };
    requestAnimationFrame(step);
  });
}

const BEAT = 32;
const share = (part: number, all: number[]): number =>
  [...all].sort((a, b) => a - b)[
    Math.min(all.length - 1, Math.floor(all.length * part))
  ] ?? 0;
const late = (all: number[]): number => all.filter((ms) => ms > BEAT).length;

function spread(all: number[]): string {
  const [middle, most, longest] = [0.5, 0.99, 1].map((part) =>
    share(part, all).toFixed(1),
  );
  return `median ${middle} ms, p99 ${most} ms, longest ${longest} ms`;
}

/** When in a throw a beat was missed. */
function whenLate({ frames }: Thrown): string[] {
  const sum = (to: number): number =>
    frames.slice(0, to).reduce((all, one) => all + one, 0);
  const all = sum(frames.length).toFixed(0);
  return frames.flatMap((ms, i) =>
    ms > BEAT ? [`after ${sum(i).toFixed(0)} of ${all} ms`] : [],
  );
}

/** A throw of twenty dice in a page that has just come. */
async function throwOnce(person: Person): Promise<Thrown> {
  await person.page.goto(person.url);
  await person.against(4, { settings: { bot: 60_000 } });
  return person.page.evaluate(
    () => (window as unknown as { thrown: Promise<Thrown> }).thrown,
  );
}

async function plainOnce(person: Person): Promise<number[]> {
  await person.page.goto(`${person.url}/healthz`);
  return person.page.evaluate(plainFrames);
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

interface Costs {
  /** Until the first picture that has moved. */
  before: number[];
  /** For each frame from then on until nothing moves any more. */
  main: number[];
  /** The same, with all the browser's other threads. */
  all: number[];
}

/** What the browser does meanwhile, on all of its threads. */
async function trace(
  person: Person,
  doing: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const cdp = await person.context.newCDPSession(person.page);
  const events: TraceEvent[] = [];
  cdp.on("Tracing.dataCollected", ({ value }) => {
    for (const one of value) events.push(one as unknown as TraceEvent);
  });
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: ["toplevel", "devtools.timeline", "blink.user_timing"],
      excludedCategories: ["*"],
    },
  });
  await doing();
  const complete = new Promise((done) => cdp.once("Tracing.tracingComplete", done));
  await cdp.send("Tracing.end");
  await complete;
  await cdp.detach();
  return events.sort((a, b) => a.ts - b.ts);
}

/** The processor's time in ms, out of a trace. It hardly depends on what else the
 * machine has to do. */
function costsIn(events: TraceEvent[]): Costs {
  const mark = (name: string): TraceEvent | undefined =>
    events.filter((one) => one.name === name).at(-1);
  const [from, to] = [mark("it moves"), mark("it lies")];
  if (!from || !to) throw new Error("the trace has no marks");
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    pid === from.pid && tid === from.tid;
  const beats: number[] = [];
  for (const one of events)
    if (one.name === "FireAnimationFrame" && isMain(one))
      // Several are called in the same frame, one right after the other.
      if (one.ts - (beats.at(-1) ?? 0) > 4000) beats.push(one.ts);
  const seen = beats.filter((ts) => ts >= from.ts && ts < to.ts);
  const news = mark("the news")?.ts ?? from.ts;
  const costs: Costs = {
    before: [0],
    main: seen.map(() => 0),
    all: seen.map(() => 0),
  };
  const add = (sums: number[], at: number, ms: number): void => {
    if (at >= 0) sums[at] = (sums[at] ?? 0) + ms;
  };
  for (const one of events) {
    const { name, ph, ts, tdur = 0 } = one;
    if (ph !== "X" || !/^(ThreadControllerImpl::|ThreadPool_)RunTask$/.test(name))
      continue;
    if (ts >= to.ts) break;
    const beat = seen.filter((begin) => begin <= ts).length - 1;
    add(costs.all, beat, tdur / 1000);
    if (!isMain(one)) continue;
    add(costs.main, beat, tdur / 1000);
    if (ts >= news && ts < from.ts) add(costs.before, 0, tdur / 1000);
  }
  return costs;
}

const THROWS = 8;
const TRACED = 3;

/** Twenty dice that tumble, and beside them what the machine can do at all. */
async function frames(): Promise<void> {
  const person = await stage.person({
    viewport: DESKTOP,
    reducedMotion: "no-preference",
    hurry: 1,
  });
  await person.page.addInitScript(watchThrow);
  const plain: number[] = [];
  const seen: Thrown[] = [];
  for (let throws = 0; throws < THROWS; throws++) {
    plain.push(...(await plainOnce(person)));
    seen.push(await throwOnce(person));
  }
  const dice = seen.flatMap((one) => one.frames);
  const after = seen.flatMap((one) => one.after);
  const before = seen.map((one) => one.before);
  const told = (what: string, all: number[]): boolean =>
    say(
      `${what}: ${all.length} frames, ${spread(all)}, ${late(all)} over ${BEAT} ms ` +
        `(${((100 * late(all)) / all.length).toFixed(2)} %)`,
    );
  told("20 plain squares", plain);
  told("20 dice", dice);
  if (late(dice) > 0) say(`those came ${seen.flatMap(whenLate).join(", ")}`);
  told("and then, while nothing moves", after);
  say(
    `until they move: ${median(before).toFixed(0)} ms, at most ${Math.max(...before).toFixed(0)} ms`,
  );
  await processorTime(person);
  await stage.clear();
}

async function processorTime(person: Person): Promise<void> {
  const none = (): Costs => ({ before: [], main: [], all: [] });
  const sums = { squares: none(), dice: none() };
  for (let throws = 0; throws < TRACED; throws++)
    for (const [what, doing] of [
      ["squares", plainOnce],
      ["dice", throwOnce],
    ] as const) {
      const costs = costsIn(await trace(person, () => doing(person)));
      for (const part of ["before", "main", "all"] as const)
        sums[what][part].push(...costs[part]);
    }
  for (const [what, { main, all }] of Object.entries(sums))
    say(
      `the processor's time for a frame of 20 ${what}, ${main.length} frames: ` +
        `main thread ${spread(main)}; all threads ${spread(all)}`,
    );
  const times = share(1, sums.dice.main) / share(1, sums.squares.main);
  say(
    `on the main thread the dearest frame of the dice takes ${times.toFixed(1)} times what ` +
      `the dearest of the squares does, and all until they move ${median(sums.dice.before).toFixed(1)} ms`,
  );
}

/** What a heap snapshot has in it: code that the browser made, and all else. */
async function weigh(cdp: CDPSession): Promise<{ code: number; rest: number }> {
  const parts: string[] = [];
  const add = ({ chunk }: { chunk: string }): number => parts.push(chunk);
  cdp.on("HeapProfiler.addHeapSnapshotChunk", add);
  await cdp.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  cdp.off("HeapProfiler.addHeapSnapshotChunk", add);
  const { snapshot, nodes } = JSON.parse(parts.join("")) as {
    snapshot: { meta: { node_fields: string[]; node_types: string[][] } };
    nodes: number[];
  };
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const size = fields.indexOf("self_size");
  const sums = { code: 0, rest: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0]?.[nodes[at] ?? 0];
    if (type === "native") continue; // the browser's own, of which it keeps some
    sums[type === "code" ? "code" : "rest"] += nodes[at + size] ?? 0;
  }
  return sums;
}

/** What the tab holds after so many games, with nothing left to collect. */
async function memory(): Promise<void> {
  const person = await stage.person({ hurry: 60 });
  const cdp = await person.context.newCDPSession(person.page);
  await cdp.send("Performance.enable");
  await person.against(1);
  for (let games = 1; games <= Math.max(...GAMES); games++) {
    await person.playOn([0]);
    if (GAMES.includes(games)) {
      await cdp.send("HeapProfiler.collectGarbage");
      const { metrics } = await cdp.send("Performance.getMetrics");
      const figure = (name: string): number =>
        metrics.find((one) => one.name === name)?.value ?? 0;
      const { code, rest } = await weigh(cdp);
      say(
        `memory after ${games} games: ${(rest / 1e6).toFixed(2)} MB and ${(code / 1e6).toFixed(2)} MB of compiled code, ` +
          `${figure("Nodes")} nodes, ${figure("JSEventListeners")} listeners`,
      );
    }
    await person.button("Play again").click();
    await person.myTurn();
  }
  await stage.clear();
}

const all = { sizes, start, frames, memory };
try {
  for (const [name, measure] of Object.entries(all))
    if (wanted.length === 0 || wanted.includes(name)) await measure();
} finally {
  await stage.close();
}
