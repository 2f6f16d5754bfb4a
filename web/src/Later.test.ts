// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Later from "./Later.svelte";
import Spinner from "./ui/Spinner.svelte";

let later: ReturnType<typeof mount>;

function show(
  load: () => Promise<{ default: typeof Spinner }>,
  more: object = {},
): void {
  later = mount(Later, {
    target: document.body,
    props: { load: load as never, given: { label: "What was wanted" }, ...more },
  });
  flushSync();
}
const seen = (): string => document.body.innerHTML;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await tick();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  void unmount(later);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("shows what it has loaded, with what it was given", async () => {
  show(() => Promise.resolve({ default: Spinner }));
  await settle();
  expect(seen()).toContain("What was wanted");
});

it("shows nothing at first, and that it loads when it takes longer", () => {
  show(() => new Promise(() => undefined));
  vi.advanceTimersByTime(140);
  flushSync();
  expect(seen()).not.toContain("svg");
  vi.advanceTimersByTime(20);
  flushSync();
  expect(seen()).toContain("Loading");
});

it("says at once what is awaited, where there were words before", () => {
  show(() => new Promise(() => undefined), { label: "Going to the table" });
  expect(seen()).toContain("Going to the table");
});

it("says that it did not come, and reloads once the server is there", async () => {
  show(() => Promise.reject(new Error("gone")));
  await settle();
  expect(seen()).toContain("could not be loaded");
  const reload = vi.fn();
  vi.stubGlobal("location", { href: "http://here/rules", reload });
  const answers = [
    Promise.reject(new Error("no server")),
    { ok: false }, // one that is just starting
    { ok: true },
  ];
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(answers.shift())),
  );
  const again = [...document.querySelectorAll("button")].find((one) =>
    one.textContent?.includes("Try again"),
  );
  for (const times of [0, 0, 1]) {
    again?.click();
    flushSync();
    expect(again?.getAttribute("aria-busy")).toBe("true");
    await settle();
    expect(reload).toHaveBeenCalledTimes(times);
    if (times === 0) expect(again?.getAttribute("aria-busy")).not.toBe("true");
  }
  vi.unstubAllGlobals();
});
