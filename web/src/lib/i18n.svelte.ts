/** The page's texts in the reader's language. English is what stands in the
 * source; the catalogues are made from po/ by the build. */
import { languageFor, type Language } from "./languages";
import { prefs } from "./prefs.svelte";

interface Catalogue {
  /** Which form is for which number: 200 digits. */
  plural: string;
  messages: Record<string, string | string[]>;
}

type Values = Record<string, string | number>;

const files = import.meta.glob<{ default: Catalogue }>("@catalogues/*.json");

const ENGLISH: Catalogue = { plural: `10${"1".repeat(198)}`, messages: {} };

class Words {
  language: Language = $state("en");
  catalogue: Catalogue = $state.raw(ENGLISH);
  /** Somebody has asked for the texts that no first screen shows. */
  all = false;
}

const words = new Words();

async function part(name: string): Promise<Catalogue> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`));
  return load ? (await load[1]()).default : ENGLISH;
}

async function catalogueOf(language: Language): Promise<Catalogue> {
  if (language === "en") return ENGLISH;
  const first = await part(language);
  if (!words.all) return first;
  const more = await part(`${language}.later`);
  return { ...first, messages: { ...first.messages, ...more.messages } };
}

/** Takes the language that the reader chose, or the browser's. */
export async function followLanguage(): Promise<void> {
  const language = languageFor(prefs.now.language, navigator.languages);
  try {
    words.catalogue = await catalogueOf(language);
  } catch {
    return; // it could not be fetched: what was there stays
  }
  words.language = language;
  document.documentElement.lang = language;
}

let more: Promise<void> | null = null;

/** A part of the page that comes later, and its texts, which tools/messages keeps
 * apart for it. Without them it is shown in English. */
export async function withWords<Part>(coming: Promise<Part>): Promise<Part> {
  words.all = true;
  await (more ??= followLanguage());
  return coming;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name];
    return value === undefined ? gap : String(value);
  });
}

/** A text. */
export function t(text: string, values: Values = {}): string {
  const found = words.catalogue.messages[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** A text whose meaning needs a word of explanation for translators. */
export function tc(context: string, text: string, values: Values = {}): string {
  const found = words.catalogue.messages[`${context}\u0004${text}`];
  return fill(typeof found === "string" ? found : text, values);
}

/** A text that depends on a number, or undefined in English. */
function formOf(one: string, count: number): string | undefined {
  const { plural, messages } = words.catalogue;
  const found = messages[one];
  const whole = Math.abs(Math.trunc(count));
  const form = Number(plural[whole < 200 ? whole : 100 + (whole % 100)] ?? "1");
  return Array.isArray(found) ? found[form] : undefined;
}

/** A text with a number in it, `{n}`. */
export function n(
  one: string,
  many: string,
  count: number,
  values: Values = {},
): string {
  const text = formOf(one, count) ?? (count === 1 ? one : many);
  return fill(text, { n: number(count), ...values });
}

type Filling = string | number;

/** The places of a sentence in their order, or as a translation numbers them. */
function placed(sentence: string, fillings: Filling[]): string {
  let next = 0;
  return sentence.replace(/%(?:(\d)\$)?[sud]/g, (_, place?: string) =>
    String(fillings[place ? Number(place) - 1 : next++] ?? ""),
  );
}

/** A sentence that terminals say, too, from the tables of the program. */
export function told(sentence: string, ...fillings: Filling[]): string {
  const found = words.catalogue.messages[sentence];
  const english = sentence.slice(sentence.indexOf("\u0004") + 1);
  return placed(typeof found === "string" ? found : english, fillings);
}

/** The same of one that depends on a number. */
export function toldOf(
  [one, many]: readonly [string, string],
  count: number,
  ...fillings: Filling[]
): string {
  return placed(formOf(one, count) ?? (count === 1 ? one : many), fillings);
}

/** With a capital letter, as a title or the beginning of a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

/** Our English is British. */
function locale(): string {
  return words.language === "en" ? "en-GB" : words.language;
}

/** Making one takes far longer than using it. */
const formats: Record<string, Intl.NumberFormat> = {};

function format(digits: number): Intl.NumberFormat {
  return (formats[`${locale()} ${digits}`] ??= new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }));
}

export function number(value: number, digits = 0): string {
  // All our languages write small whole numbers alike, and the start page has
  // no others.
  const plain = digits === 0 && Number.isInteger(value) && Math.abs(value) < 1000;
  const text = plain ? String(value) : format(digits).format(value);
  return text.replace(/^-(?=\d)/, "\u2212");
}

/** With a sign, as of a gain: +3, −1, 0. */
export function signed(value: number, digits = 0): string {
  return value > 0 ? `+${number(value, digits)}` : number(value, digits);
}

/** A chance. What is not sure must not look as if it were: "<1%", ">99%". */
export function percent(value: number): string {
  const format = new Intl.NumberFormat(locale(), { style: "percent" });
  if (value > 0 && value < 0.01) return `<${format.format(0.01)}`;
  if (value > 0.99 && value < 1) return `>${format.format(0.99)}`;
  return format.format(value);
}

export function listed(parts: string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(parts);
}

export function moment(time: number): string {
  return new Intl.DateTimeFormat(locale(), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(time);
}
