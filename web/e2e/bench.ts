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

/** Runs in the page: the time between frames while a throw is on. Until the second
 * frame of a throw nothing has moved yet: that is told apart. */
function watchThrow(): void {
  const kept: number[] = [];
  let last = 0;
  let began = 0;
  let pictures = 0;
  const thrown = new Promise<{ before: number; frames: number[] }>((over) => {
    const look = (now: number): void => {
      const aloft = document.querySelector(".tray.aloft") !== null;
      if (aloft) {
        if (++pictures === 1) began = last;
        if (pictures > 2) kept.push(now - last);
      } else if (pictures > 0) {
        const [first = 0] = kept;
        over({ before: last - began - sum(kept) + first, frames: kept });
        return;
      }
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);
  Object.assign(window, { thrown });
}

/** Runs in the page: as many frames of the least that can be drawn, twenty squares
 * on a canvas of about the tray's size. */
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
      last = now;
      ctx?.setTransform(1, 0, 0, 1, 0, 0);
      ctx?.clearRect(0, 0, 600, 600);
      for (let i = 0; i < 20; i++) {
        ctx?.setTransform(1, 0, 0, 1, 60 + (i % 5) * 120, 60 + Math.floor(i / 5) * 140);
        ctx?.rotate(now / 200 + i);
        ctx?.fillRect(-25, -25, 50, 50);
      }
      if (kept.length < 100) requestAnimationFrame(step);
      else over(kept);
    };
    requestAnimationFrame(step);
  });
}

function sayFrames(what: string, all: number[], more = ""): void {
  const late = all.filter((ms) => ms > 32).length;
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0).toFixed(1);
  say(
    `${what}: ${all.length} frames, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ` +
      `${late} over 32 ms${more}`,
  );
}

/** Twenty dice that tumble, and beside them what the machine can do at all. */
async function frames(): Promise<void> {
  const person = await stage.person({
    viewport: DESKTOP,
    reducedMotion: "no-preference",
    hurry: 1,
  });
  const all: number[] = [];
  const plain: number[] = [];
  const before: number[] = [];
  await person.page.addInitScript(watchThrow);
  for (let throws = 0; throws < 8; throws++) {
    await person.page.goto(`${person.url}/healthz`);
    plain.push(...(await person.page.evaluate(plainFrames)));
    await person.page.goto(person.url);
    await person.against(4, { settings: { bot: 60_000 } });
    const one = await person.page.evaluate(
      () =>
        (
          window as unknown as {
            thrown: Promise<{ before: number; frames: number[] }>;
          }
        ).thrown,
    );
    before.push(one.before);
    all.push(...one.frames);
  }
  sayFrames("20 plain squares", plain);
  sayFrames(
    "20 dice",
    all,
    `; until they move ${median(before).toFixed(0)} ms, at most ${Math.max(...before).toFixed(0)} ms`,
  );
  await stage.clear();
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
