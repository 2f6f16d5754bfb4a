import { expect, it } from "vitest";
import { overlay } from "./felt";

/** As table/Layout has it: the tray takes 96 % of a narrow screen. */
const SHARE = 0.96;

it("the canvas never reaches beyond a narrow screen", () => {
  for (let screen = 320; screen <= 900; screen++) {
    const tray = screen * SHARE;
    const left = (screen - tray) / 2 - overlay(tray).side;
    expect(left, `${screen} px`).toBeGreaterThanOrEqual(0);
    expect(left + overlay(tray).width, `${screen} px`).toBeLessThanOrEqual(screen);
  }
});
