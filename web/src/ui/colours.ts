/** Colours of players: to choose from, and what can be read on them. */

type Rgb = [number, number, number];

function rgbOf(colour: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) return null;
  const [, r = "0", g = "0", b = "0"] = found;
  return [parseInt(r, 16), parseInt(g, 16), parseInt(b, 16)];
}

/** Relative luminance as WCAG has it, 0 to 1. */
export function luminance(colour: string): number {
  const rgb = rgbOf(colour) ?? [0, 0, 0];
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const DARK = "#16130d";
const LIGHT = "#ffffff";

/** Dark or light, whichever can be read on it. */
export function inkOn(colour: string): string {
  return contrast(colour, LIGHT) >= contrast(colour, DARK) ? LIGHT : DARK;
}

/** The colour if it is one, or a quiet grey. */
export function tintOf(colour: string | undefined): string {
  return colour && rgbOf(colour) ? colour : "#6d6759";
}

/** What stands on an avatar: the first letter, whole even if it is made of
 * several characters. */
export function initialOf(name: string): string {
  const first = Array.from(name.trim())[0] ?? "?";
  return first.toLocaleUpperCase();
}

export const PLAYER_COLOURS: readonly string[] = [
  "#2b6cb0",
  "#c05621",
  "#2f855a",
  "#6b46c1",
  "#b83280",
  "#00838f",
  "#8d6e00",
  "#9b2c2c",
];

/** Bots choose no colour: theirs are quiet, one for each seat. */
const BOT_COLOURS: readonly string[] = [
  "#48698a",
  "#7a5586",
  "#557341",
  "#8a5f3c",
  "#37726f",
];

export function botTint(seat: number): string {
  return BOT_COLOURS[(seat - 1) % BOT_COLOURS.length] ?? "#5b5446";
}

/** A player's colour wherever it stands: on the avatar, in the chart. */
export function playerTint(
  seat: number,
  colour: string | undefined,
  bot: boolean,
): string {
  return bot ? botTint(seat) : tintOf(colour);
}
