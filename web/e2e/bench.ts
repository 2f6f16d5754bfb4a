/** Figures of the page in a real browser: bench/page runs it, and bench/README.md
 * says what they mean. */
import type { CDPSession, Page } from "playwright-core";
import { PHONE, Stage, type Person } from "./kit";

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
    line("the start page is there");
    await page.locator("main button").first().click();
    await drawn(page);
    await page.waitForLoadState("networkidle");
    line("a table is drawn");
    await stage.clear();
  }
}

const PROFILES = [
  { name: "desktop", cpu: 1, latency: 5, down: 5_000_000, up: 1_000_000 },
  { name: "slow phone, 4G", cpu: 4, latency: 150, down: 200_000, up: 90_000 },
  { name: "slower phone, 3G", cpu: 6, latency: 400, down: 50_000, up: 50_000 },
];

/** When the first button can be pressed, and a table after it. */
async function start(): Promise<void> {
  for (const { name, cpu, latency, down, up } of PROFILES) {
    const { page, cdp } = await stranger({ viewport: PHONE });
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await cdp.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: down,
      uploadThroughput: up,
    });
    await page.addInitScript(() => {
      const look = new MutationObserver(() => {
        if (!document.querySelector("main button")) return;
        look.disconnect();
        // Once it is painted and nothing else is in the way.
        requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
      });
      look.observe(document, { childList: true, subtree: true });
    });
    await page.goto(stage.server.url);
    await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
    const times = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      usable: performance.getEntriesByName("usable")[0]?.startTime ?? 0,
    }));
    const before = Date.now();
    await page.locator("main button").first().click();
    await drawn(page);
    say(
      `start on ${name}: first paint ${times.paint.toFixed(0)} ms, usable ${times.usable.toFixed(0)} ms, ` +
        `table ${Date.now() - before} ms after the click`,
    );
    await stage.clear();
  }
}

/** Time between frames while twenty dice tumble. Until the second frame of a throw
 * nothing has moved yet: that is told apart. */
async function frames(): Promise<void> {
  const person = await stage.person({ reducedMotion: "no-preference", hurry: 1 });
  await person.page.addInitScript(() => {
    const kept: number[] = [];
    Object.assign(window, { kept });
    let last = 0;
    const look = (now: number): void => {
      if (document.querySelector(".tray.aloft")) {
        if (last > 0) kept.push(now - last);
        last = now;
      } else last = 0;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const all: number[] = [];
  const before: number[] = [];
  for (let throws = 0; throws < 5; throws++) {
    await person.page.goto(person.url);
    await person.against(4, { settings: { bot: 60_000 } });
    await person.myTurn();
    const some = await person.page.evaluate(
      () => (window as unknown as { kept: number[] }).kept,
    );
    const [ready = 0, ...rest] = some;
    before.push(ready);
    all.push(...rest);
  }
  const late = all.filter((ms) => ms > 32).length;
  all.sort((a, b) => a - b);
  const at = (part: number): string =>
    (all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0).toFixed(1);
  say(
    `tumble of 20 dice: ${all.length} frames, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ` +
      `${late} over 32 ms; ${Math.max(...before).toFixed(0)} ms at most before they move`,
  );
  await stage.clear();
}

/** What the tab holds after so many games, with nothing left to collect. */
async function memory(): Promise<void> {
  const person = await stage.person({ hurry: 60 });
  const cdp = await person.context.newCDPSession(person.page);
  await cdp.send("Performance.enable");
  await person.against(1);
  for (let games = 1; games <= Math.max(...GAMES); games++) {
    await person.playOn(() => 0);
    if (GAMES.includes(games)) {
      await cdp.send("HeapProfiler.collectGarbage");
      const { metrics } = await cdp.send("Performance.getMetrics");
      const figure = (name: string): number =>
        metrics.find((one) => one.name === name)?.value ?? 0;
      say(
        `memory after ${games} games: ${(figure("JSHeapUsedSize") / 1e6).toFixed(2)} MB, ` +
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
