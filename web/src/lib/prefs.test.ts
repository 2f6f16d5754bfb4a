// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Prefs } from "./prefs.svelte";

const fresh = () => new Prefs();

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("prefs", () => {
  it("begins with what suits most, and no sound", () => {
    const prefs = fresh();
    expect(prefs.now).toMatchObject({ theme: "auto", sound: false, notify: false });
  });

  it("remembers", () => {
    fresh().set({ name: "Anna", theme: "dark" });
    const prefs = fresh();
    expect(prefs.now.name).toBe("Anna");
    expect(prefs.dark).toBe(true);
  });

  it("takes nothing odd from the storage", () => {
    for (const odd of ["{", "7", "null", '{"sound":"yes","name":7,"junk":1}']) {
      localStorage.setItem("tioli", odd);
      const prefs = fresh();
      expect(prefs.now.sound).toBe(false);
      expect(prefs.now.name).toBe("");
      expect(prefs.now).not.toHaveProperty("junk");
    }
  });

  it("works without a storage", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("forbidden");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    const prefs = fresh();
    prefs.set({ name: "Anna" });
    expect(prefs.now.name).toBe("Anna");
  });

  it("follows the device, unless told otherwise", () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("dark") || query.includes("reduced"),
      addEventListener: () => undefined,
    }));
    const prefs = fresh();
    expect(prefs.dark).toBe(true);
    expect(prefs.still).toBe(true);
    prefs.set({ theme: "light" });
    expect(prefs.dark).toBe(false);
  });
});

describe("asking before passing", () => {
  it("is for the first three games, or as it was set", () => {
    const prefs = fresh();
    expect(prefs.confirmPass).toBe(true);
    prefs.set({ games: 3 });
    expect(prefs.confirmPass).toBe(false);
    prefs.set({ confirm: "yes" });
    expect(prefs.confirmPass).toBe(true);
    prefs.set({ confirm: "no", games: 0 });
    expect(fresh().confirmPass).toBe(false);
  });
});
