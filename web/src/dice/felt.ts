/** The tray's measures, as shares of the felt's radius. The rim stands a little
 * higher than the felt, and what is higher is drawn farther up. */

export const RIM = 1.1236;
export const RISE = 0.04;
export const WIDTH = 2 * RIM;
export const HEIGHT = 2 * RIM + RISE;

/** The middle of the felt and its radius in a tray so many pixels wide. */
export function measure(width: number): { x: number; y: number; radius: number } {
  const radius = width / WIDTH;
  return { x: width / 2, y: radius * (RIM + RISE), radius };
}

/** The canvas reaches over the tray, for dice come flying over the rim. Whole
 * pixels: otherwise it would be drawn a little beside what it covers. Beside the
 * tray it takes less than the least margin that a table leaves there, or
 * the page could be scrolled sideways. */
export function overlay(width: number): {
  side: number;
  top: number;
  width: number;
  height: number;
} {
  const side = Math.floor(width * 0.015);
  const top = Math.round(width * 0.06);
  const height = Math.ceil(width * (HEIGHT / WIDTH + 0.1)) + top;
  return { side, top, width: Math.ceil(width) + 2 * side, height };
}
