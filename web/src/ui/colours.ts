/** Colours of players: to choose from, and what can be read on them. */

type Rgb = [number, number, number];

function rgbOf(colour: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!found) return null;
  const [, r = "0", g = "0", b = "0"] = found;
  return [parseInt(r, 16), parseInt(g, 16), parseInt(b, 16)];
}

/** How much light a part of a colour is, 0 to 1. */
function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance as WCAG has it, 0 to 1. */
export function luminance(colour: string): number {
  const [r, g, b] = (rgbOf(colour) ?? [0, 0, 0]).map(linear) as Rgb;
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

/** A player's colour wherever it stands: on the avatar, in the chart. A bot has
 * none of its own, but may have been given one. */
export function playerTint(
  seat: number,
  colour: string | undefined,
  bot: boolean,
): string {
  return bot && (!colour || colour === NO_COLOUR) ? botTint(seat) : tintOf(colour);
}

/** What the wire has for a bot. */
const NO_COLOUR = "#000000";

/** How different two colours look: their distance in Oklab. */
export function difference(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(colour: string): Rgb {
  const [r, g, b] = (rgbOf(colour) ?? [0, 0, 0]).map(linear) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Closer colours are easily taken for each other. */
export const CLOSE = 0.07;

interface Seated {
  seat: number;
  kind: string;
  colour?: string;
}

/** The colour that a seat has at this table: its own unless a lower seat has one
 * like it; people come before bots. So everybody sees the same. */
function pickColour(wanted: string, rest: readonly string[], taken: string[]): string {
  const room = (one: string): number =>
    Math.min(Infinity, ...taken.map((other) => difference(one, other)));
  const free = [wanted, ...rest].find((one) => room(one) > CLOSE);
  return free ?? rest.reduce((a, b) => (room(b) > room(a) ? b : a), wanted);
}

/** Seats with colours that can be told apart, bots with theirs. */
export function coloured<Seat extends Seated>(seats: readonly Seat[]): Seat[] {
  const found = new Map<number, string>();
  const give = (
    kind: string,
    wanted: (one: Seat) => string,
    rest: readonly string[],
  ) => {
    for (const one of seats.filter((other) => other.kind === kind))
      found.set(one.seat, pickColour(wanted(one), rest, [...found.values()]));
  };
  give("person", ({ colour }) => tintOf(colour), PLAYER_COLOURS);
  give("bot", ({ seat }) => botTint(seat), [...BOT_COLOURS, ...PLAYER_COLOURS]);
  return seats.map((one) => {
    const colour = found.get(one.seat);
    return colour === undefined ? one : { ...one, colour };
  });
}
