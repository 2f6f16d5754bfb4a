import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { buzz, canBuzz } from "./haptics";
import { prefs } from "./prefs.svelte";

const vibrate = vi.fn();

function device(coarse: boolean, touched = true): void {
  vi.stubGlobal("navigator", { vibrate, userActivation: { hasBeenActive: touched } });
  vi.stubGlobal("matchMedia", () => ({ matches: coarse }));
}

beforeEach(() => prefs.set({ haptics: true, motion: "auto" }));
afterEach(() => {
  vi.unstubAllGlobals();
  vibrate.mockClear();
});

it("shakes a phone", () => {
  device(true);
  buzz("take");
  expect(vibrate).toHaveBeenCalledOnce();
});

it("leaves alone whoever wants no shaking, or less motion", () => {
  device(true);
  prefs.set({ haptics: false });
  buzz("take");
  prefs.set({ haptics: true, motion: "less" });
  buzz("take");
  expect(vibrate).not.toHaveBeenCalled();
});

it("asks no desk to shake, and nothing before the first touch", () => {
  device(false);
  expect(canBuzz()).toBe(false);
  buzz("win");
  device(true, false);
  buzz("win");
  expect(vibrate).not.toHaveBeenCalled();
});
