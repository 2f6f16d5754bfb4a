/** What the screen counts and orders: who sits where, how far a sum has come,
 * what each player did last, and which lines of the log belong together. */
import type { LogEntry } from "$lib/table.svelte";
import { rollOf } from "$lib/tale";
import type {
  ComboInHand,
  DieText,
  Layout,
  News,
  Seat,
  SeatState,
  State,
  SumWanted,
  WantedSum,
} from "$lib/protocol";

/** The other seats clockwise, beginning at my left; all of them for a guest. */
export function seatsAround(state: State, me: Seat | null): SeatState[] {
  const seats = state.seats.filter((seat) => seat.kind !== "empty");
  const at = seats.findIndex(({ seat }) => seat === me);
  return at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
}

/** "> 12", as it is printed on the card. */
export function sumMark({ low, high }: WantedSum): string {
  if (high === null) return `> ${low - 1}`;
  return low === high ? `= ${low}` : `< ${high + 1}`;
}

export interface Progress {
  /** 0 to 1. */
  part: number;
  state: "short" | "within" | "over";
}

/** How far a sum is from where it has to be. */
export function sumProgress({ low, high, now }: SumWanted): Progress {
  const goal = high === null || low === high ? low : high;
  const part = goal > 0 ? Math.min(1, now / goal) : 1;
  if (high !== null && now > high) return { part: 1, state: "over" };
  return { part, state: now >= low && now > 0 ? "within" : "short" };
}

/** The dice that lie on a combo, whichever sort it is. */
export function diceOn(card: ComboInHand): DieText[] {
  return (
    card.dice ?? (card.slots ?? []).flatMap(({ die }) => (die === null ? [] : [die]))
  );
}

export interface OwnDie {
  die: DieText;
  /** Which of my dice it is, as long as no other comes. */
  id: number;
  /** What it costs, because it fits no completed combo. */
  chips: number;
}

/** My dice, each with the chips that it would cost if the round ended now. */
export function ownDice(dice: readonly DieText[], layout: Layout | null): OwnDie[] {
  const over = (layout?.surplus ?? []).map((one) => ({ ...one }));
  return dice.map((die, i) => {
    const at = over.findIndex((one) => one.die === die);
    const chips = at < 0 ? 0 : (over.splice(at, 1)[0]?.chips ?? 0);
    return { die, id: i, chips };
  });
}

/** What a seat did last in this round: its move. */
export function lastMoves(log: readonly LogEntry[]): Map<Seat, News> {
  let made: News[] = [];
  for (const { news } of log) {
    if (news.event === "start" || news.scored) made = [];
    else if (news.event === "move") made.push(news);
    // With the answers of bots there may be several.
    else if (news.event === "undo") made.splice(-(news.moves ?? 1));
  }
  const found = new Map<Seat, News>();
  for (const news of made) if (news.seat && !news.answered) found.set(news.seat, news);
  return found;
}

export interface LogGroup {
  /** 0: before the game. */
  round: number;
  entries: LogEntry[];
}

/** News worth reading later: that somebody has decided is of interest only
 * until all have, of settings that were changed at a stretch one line is enough,
 * and a snapshot changes nothing. */
export function worthReading(log: readonly LogEntry[]): LogEntry[] {
  const told = log.filter(
    ({ news }) =>
      news.event !== "snapshot" && (!news.answered || news.shown || news.scored),
  );
  return told.filter(
    ({ news }, i) => news.event !== "set" || told[i + 1]?.news.event !== "set",
  );
}

/** What happened is told in the same words at both states. */
export function wordedAlike(one: State | null, other: State | null): boolean {
  const names = (state: State | null): (string | null | undefined)[] =>
    (state?.seats ?? []).map(({ name }) => name);
  const others = names(other);
  return (
    one?.settings.edition === other?.settings.edition &&
    one?.you.seat === other?.you.seat &&
    others.length === names(one).length &&
    names(one).every((name, i) => name === others[i])
  );
}

function isRoll({ news }: LogEntry): boolean {
  return rollOf(news) !== null;
}

/** Lines by round, the latest round last. A round begins with the cast that
 * follows the scores of the one before. */
export function logByRound(log: readonly LogEntry[], round: number): LogGroup[] {
  const groups: LogGroup[] = [{ round: 0, entries: [] }];
  const begin = (entry: LogEntry) => groups.push({ round: 0, entries: [entry] });
  let scored = false;
  let started = false;
  for (const entry of log) {
    const group = groups.at(-1) as LogGroup;
    if (entry.news.event === "start") {
      // The time before it: who sat down, but no rounds of another game.
      const lead = started ? [] : group.entries;
      groups.splice(0, groups.length, { round: 0, entries: lead });
      started = true;
      begin(entry);
    } else if (scored && isRoll(entry)) begin(entry);
    else group.entries.push(entry);
    scored = (scored && !isRoll(entry)) || entry.news.scored !== undefined;
  }
  return groups
    .map((group, i) => ({
      ...group,
      round: started && i === 0 ? 0 : round - (groups.length - 1 - i),
    }))
    .filter((group) => group.entries.length > 0);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface ClockParts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Rounded up, so that it shows 0 only when time is up. */
export function clockParts(ms: number): ClockParts {
  const left = Math.ceil(Math.max(0, ms) / SECOND) * SECOND;
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  };
}

/** "9:05" or "1:00:00". */
export function clockText(ms: number): string {
  const { days, hours, minutes, seconds } = clockParts(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const all = days * 24 + hours;
  return all > 0
    ? `${all}:${two(minutes)}:${two(seconds)}`
    : `${minutes}:${two(seconds)}`;
}

/** Dice in the order in which they came, as far as that was seen: what stays
 * keeps its place, what is new comes last. */
export function keepOrder(
  before: readonly DieText[],
  now: readonly DieText[],
): DieText[] {
  const fresh = [...now];
  const kept = before.filter((die) => {
    const at = fresh.indexOf(die);
    if (at >= 0) fresh.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...fresh];
}

/** A game begins: until its first dice are cast nothing of it is on screen, and
 * an empty tray is better than what was there before. */
export function betweenGames(shown: State | null, now: State | null): State | null {
  if (!now?.game || (shown?.game && shown.games === now.games)) return shown;
  return {
    ...now,
    position: -1,
    game: {
      ...now.game,
      phase: "deal",
      turn: null,
      deciders: [],
      tray: [],
      moves: null,
      layout: null,
      players: now.game.players.map((player) => ({ ...player, dice: [] })),
    },
  };
}
