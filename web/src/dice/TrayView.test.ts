// @vitest-environment jsdom
import { flushSync, mount, tick, unmount, type ComponentProps } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Host from "./TrayHost.test.svelte";
import type Tray from "./Tray.svelte";

type Props = ComponentProps<typeof Tray>;
let host: ReturnType<typeof mount> | null = null;
let props: Props;
let set: (change: Partial<Props>) => void;

function show(given: Partial<Props>): void {
  const all: Props = {
    dice: ["L1", "D5", "D5", "R2"],
    edition: "gamewright",
    name: "Tray",
    label: (die) => `die ${die}`,
    ...given,
  };
  host = mount(Host, {
    target: document.body,
    props: { start: all, ready: (change: typeof set) => (set = change) },
  });
  props = all;
  flushSync();
}

const dice = (): HTMLButtonElement[] => [...document.querySelectorAll("button")];
const names = (): (string | null)[] =>
  dice().map((button) => button.getAttribute("aria-label"));
const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await tick();
  await new Promise((resolve) => setTimeout(resolve, 0));
};

beforeEach(() => {
  document.body.replaceChildren();
});
afterEach(() => {
  if (host) void unmount(host);
  host = null;
});

describe("the tray", () => {
  it("names each die, and is itself a group with a name", () => {
    show({});
    expect(names().sort()).toEqual(["die D5", "die D5", "die L1", "die R2"]);
    expect(document.querySelector("[role=group]")?.getAttribute("aria-label")).toBe(
      "Tray",
    );
    expect(props.dice).toHaveLength(4);
  });

  it("lets only takeable dice be picked", () => {
    const onpick = vi.fn();
    show({ takeable: ["D5"], onpick });
    for (const button of dice()) button.click();
    expect(onpick.mock.calls.map(([die]) => die as string)).toEqual(["D5", "D5"]);
    const disabled = dice().filter(
      (button) =>
        button.ariaDisabled === "true" ||
        button.getAttribute("aria-disabled") === "true",
    );
    expect(disabled).toHaveLength(2);
  });

  it("offers targets and nothing else while there are any", () => {
    const onpick = vi.fn();
    show({ takeable: ["D5"], targets: ["L1"], onpick });
    for (const button of dice()) button.click();
    expect(onpick.mock.calls.map(([die]) => die as string)).toEqual(["L1"]);
  });

  it("tells what a pointer is over and where the keyboard's focus is", () => {
    const seen: string[] = [];
    show({
      takeable: ["D5"],
      onpoint: (die) => seen.push(`over ${die}`),
      onfocus: (die) => seen.push(`at ${die}`),
    });
    const on = dice().find((one) => one.getAttribute("aria-label") === "die R2");
    const point = (type: string, pointerType: string) => {
      const event = new MouseEvent(type, { bubbles: false });
      on?.dispatchEvent(Object.assign(event, { pointerType }));
    };
    point("pointerenter", "touch");
    point("pointerenter", "mouse");
    point("pointerleave", "mouse");
    on?.focus();
    on?.blur();
    expect(seen).toEqual(["over R2", "over null", "at R2", "at null"]);
  });

  it("lights up the dice that fit, and dims the others", () => {
    show({ takeable: ["L1", "D5", "R2"] });
    const lit = (look: string) => document.querySelectorAll(`svg.${look}`).length;
    expect([lit("lit"), lit("dim")]).toEqual([0, 0]);
    set({ lit: ["D5"] });
    flushSync();
    expect([lit("lit"), lit("dim")]).toEqual([2, 2]);
    set({ lit: [] });
    flushSync();
    expect([lit("lit"), lit("dim")]).toEqual([0, 4]);
  });

  it("has one stop for the Tab key and goes on with arrows", () => {
    show({ takeable: ["D5"] });
    const stops = () => dice().filter((button) => button.tabIndex === 0);
    expect(stops()).toHaveLength(1);
    expect(stops()[0]?.getAttribute("aria-label")).toBe("die D5");
    const reached = new Set<HTMLElement>();
    stops()[0]?.focus();
    for (const key of "Left Up Right Down Left Left Down Right Right Up Up".split(
      " ",
    )) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: `Arrow${key}`, bubbles: true }),
      );
      flushSync();
      reached.add(document.activeElement as HTMLElement);
      expect(stops()).toEqual([document.activeElement]);
    }
    expect(reached.size).toBeGreaterThan(1);
  });

  it("leads from outside to a die that something can be done with", () => {
    show({ takeable: ["D5"] });
    const name = () =>
      dice()
        .find((button) => button.tabIndex === 0)
        ?.getAttribute("aria-label");
    const on = (one: string) =>
      dice().find((button) => button.getAttribute("aria-label") === `die ${one}`);
    on("R2")?.focus();
    flushSync();
    expect(name()).toBe("die R2");
    on("R2")?.blur();
    flushSync();
    expect(name()).toBe("die D5");
    // Where one was before, if that is such a die.
    set({ takeable: ["D5", "R2"] });
    flushSync();
    expect(name()).toBe("die R2");
    set({ takeable: [] });
    flushSync();
    expect(name()).toBe("die R2");
  });

  it("says that it is done, once, for each event", async () => {
    const ondone = vi.fn();
    show({ ondone });
    await settled();
    expect(ondone).not.toHaveBeenCalled();
    set({ event: { kind: "take", die: "D5" }, dice: ["L1", "D5", "R2"] });
    flushSync();
    await settled();
    expect(ondone).toHaveBeenCalledTimes(1);
    expect(names().sort()).toEqual(["die D5", "die L1", "die R2"]);
  });

  it("takes the very die that was picked, and leads the focus to another", async () => {
    const onpick = vi.fn();
    show({ takeable: ["D5"], onpick });
    const second = dice().filter((b) => b.getAttribute("aria-label") === "die D5")[1];
    second?.focus();
    second?.click();
    set({ event: { kind: "take", die: "D5" }, dice: ["L1", "D5", "R2"] });
    flushSync();
    await settled();
    expect(second?.isConnected).toBe(false);
    expect(dice()).toContain(document.activeElement);
  });

  it("keeps its dice's places when others change", async () => {
    show({});
    const place = (): string | undefined => {
      const button = dice().find((b) => b.getAttribute("aria-label") === "die R2");
      return button && `${button.style.left} ${button.style.top}`;
    };
    const before = place();
    set({
      event: { kind: "change", from: "L1", to: "L6" },
      dice: ["L6", "D5", "D5", "R2"],
    });
    flushSync();
    await settled();
    expect(place()).toBe(before);
    expect(names()).toContain("die L6");
  });
});
