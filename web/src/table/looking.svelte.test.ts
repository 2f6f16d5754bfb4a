// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LINGER_MS, Looking } from "./looking.svelte";
import Spoken from "./Spoken.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("looking", () => {
  it("follows the pointer, and then the focus", () => {
    const looking = new Looking();
    looking.focus({ die: "L1" });
    expect(looking.die).toBe("L1");
    looking.point({ die: "D5" });
    expect(looking.die).toBe("D5");
    looking.point(null);
    expect(looking.die).toBe("L1");
    looking.forget();
    expect(looking.die).toBeNull();
  });

  it("overlooks a card that the pointer only crosses", () => {
    const looking = new Looking();
    looking.point({ card: 2 });
    vi.advanceTimersByTime(LINGER_MS - 1);
    looking.point(null);
    vi.advanceTimersByTime(LINGER_MS);
    expect(looking.card).toBeNull();
    looking.point({ card: 3 });
    vi.advanceTimersByTime(LINGER_MS);
    expect(looking.card).toBe(3);
    expect(looking.die).toBeNull();
  });
});

describe("what is said", () => {
  it("waits, is said once, and goes with what it is about", () => {
    const props = $state({ text: "Fits card 1.", about: "L1" });
    const spoken = mount(Spoken, { target: document.body, props });
    const said = () => document.querySelector("[data-spoken]")?.textContent;
    const wait = (ms: number) => {
      flushSync();
      vi.advanceTimersByTime(ms);
      flushSync();
    };
    wait(300);
    expect(said()).toBe("");
    wait(100);
    expect(said()).toBe("Fits card 1.");
    // Another die with the same words: silence, and then again.
    props.about = "L2";
    wait(300);
    expect(said()).toBe("");
    props.text = "";
    wait(1000);
    expect(said()).toBe("");
    void unmount(spoken);
  });
});
