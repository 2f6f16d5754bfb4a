/** What happened, in words. The server tells it as phrases, each with what it is
 * filled with; the sentences are those that terminals say, too. */
import { PHRASES, type Argument, type Phrase } from "$/generated/phrases";
import { capital, listed, n, number, signed, t, told } from "./i18n.svelte";
import { levelName } from "./levels";
import type { DieText, Edition, News, Seat, State } from "./protocol";
import type { Sound } from "./sound";
import { aDie, cardName, faceOf, seatName, someDice } from "./words";

/** The reader it is told to. */
export interface Reader {
  edition: Edition;
  you: Seat | null;
  nameOf: (seat: number) => string;
}

/** An argument in words; what only pictures or terminals need is left out. */
function words({ edition, nameOf }: Reader, [sort, value]: Argument): string {
  switch (sort) {
    case "name":
      return value;
    case "level":
      return levelName(value);
    case "number":
      return number(value);
    case "die":
      return aDie(edition, value);
    case "face":
      return String(faceOf(value));
    case "dice":
    case "these":
      return someDice(edition, value);
    case "card":
      return cardName(edition, value);
    case "chips":
      return n("{n} chip", "{n} chips", value);
    case "combos":
      return n("{n} combo", "{n} combos", value);
    case "actions":
      return n("{n} action", "{n} actions", value);
    case "score":
      return signed(value[0] - value[1]);
    case "seats":
      return listed(Array.from({ length: value }, (_, i) => nameOf(i + 1)));
  }
  return "";
}

function phraseText(reader: Reader, phrase: Phrase): string {
  const [code, seat, ...values] = phrase;
  const row: { args: readonly string[]; you?: string; other?: string } = PHRASES[code];
  const you = seat !== null && seat === reader.you && row.you !== undefined;
  const rest: unknown[] = [...values];
  const fillings = row.args.flatMap((sort) => {
    if (sort !== "who") return [words(reader, [sort, rest.shift()] as Argument)];
    return you ? [] : [reader.nameOf(seat ?? 0)];
  });
  return told((you ? row.you : row.other) ?? "", ...fillings);
}

/** A tale in sentences; items that a sentence announces become a list in it. */
export function taleText(reader: Reader, tale: readonly Phrase[]): string {
  const sentences: string[] = [];
  const items: string[] = [];
  for (const phrase of tale) {
    const { mark } = PHRASES[phrase[0]];
    if (mark === "part") items.push(phraseText(reader, phrase));
    else if (mark === "told" || mark === "aside")
      sentences.push(phraseText(reader, phrase));
  }
  if (items.length > 0) sentences.push(listed(items));
  return sentences.join(" ");
}

/** What a hint advises, as a heading: "Take a blue 5". */
export function planText(reader: Reader, plan: readonly Phrase[]): string {
  return capital(taleText(reader, plan));
}

export function readerOf(state: State | null): Reader {
  return {
    edition: state?.settings.edition ?? "gamewright",
    you: state?.you.seat ?? null,
    nameOf: (seat) => seatName(state, seat),
  };
}

/** An event as a sentence, or "" if there is nothing to tell. */
export function newsText(state: State | null, news: News): string {
  return taleText(readerOf(state), news.tale ?? []);
}

/** An event for a reader who sees the dice and the cards that it is about. */
export function captionText(state: State | null, news: News): string {
  return rollOf(news) ? t("The dice are cast.") : newsText(state, news);
}

/** The dice that were rolled, as they came up, or null. */
export function rollOf({ tale = [] }: News): DieText[] | null {
  for (const phrase of tale) {
    if (phrase[0] === "ROUND") return phrase[4];
    if (phrase[0] === "REROLLED" || phrase[0] === "REROLLED_ONE") return phrase[3];
  }
  return null;
}

/** The action that was played, as its card says it, or null. */
export function actionOf({ tale = [] }: News): string | null {
  const played = tale.find(([code]) =>
    (PHRASES[code].args as readonly string[]).includes("action"),
  );
  return (played?.at(-1) as string | undefined) ?? null;
}

/** What an event sounds like. */
export function soundOf(news: News): Sound | null {
  for (const [code] of news.tale ?? []) {
    if (code === "TAKES" || code === "TAKES_SECOND") return "take";
    if (code === "LANDS") return "roll";
  }
  if (rollOf(news)) return "roll";
  return news.scored?.some((score) => score.chips > 0) ? "chip" : null;
}
