/** The game in words: what a die, a card, a move and an event are called, for
 * eyes and for screen readers. */
import { actionName } from "./actions";
import { listed, signed, t, tc } from "./i18n.svelte";
import type {
  ActionInHand,
  CardInHand,
  Colour,
  ComboInHand,
  DieText,
  Edition,
  Hint,
  News,
  ShownAnswer,
  Slot,
  State,
  SumWanted,
} from "./protocol";

export { errorText, ruleText } from "./errors";

export function faceOf(die: DieText): number {
  return Number(die.slice(1));
}

export function colourOf(die: DieText): Colour {
  return die[0] === "L" || die[0] === "D" ? die[0] : "R";
}

export function colourName(edition: Edition, colour: Colour | "*"): string {
  if (colour === "R") return tc("dice of a colour", "red");
  if (colour === "*") return t("any colour");
  if (edition === "schmidt")
    return colour === "L"
      ? tc("dice of a colour", "white")
      : tc("dice of a colour", "black");
  return colour === "L"
    ? tc("dice of a colour", "orange")
    : tc("dice of a colour", "blue");
}

/** "blue 5" */
export function dieName(edition: Edition, die: DieText): string {
  const face = faceOf(die);
  switch (colourOf(die)) {
    case "R":
      return tc("a die", "red {face}", { face });
    case "L":
      return edition === "schmidt"
        ? tc("a die", "white {face}", { face })
        : tc("a die", "orange {face}", { face });
    case "D":
      return edition === "schmidt"
        ? tc("a die", "black {face}", { face })
        : tc("a die", "blue {face}", { face });
  }
}

export function diceNames(edition: Edition, dice: DieText[]): string {
  return dice.length === 0
    ? t("no dice")
    : listed(dice.map((die) => dieName(edition, die)));
}

/** "a blue 5", "any orange die", "any 6", "any die" */
export function slotName(
  edition: Edition,
  slot: Pick<Slot, "colour" | "face">,
): string {
  const { colour, face } = slot;
  if (colour === "*") return face === 0 ? t("any die") : t("any {face}", { face });
  if (face > 0) return dieName(edition, `${colour}${face}`);
  return t("any {colour} die", { colour: colourName(edition, colour) });
}

export function sumName(edition: Edition, sum: SumWanted): string {
  const colour = colourName(edition, sum.colour);
  const any = sum.colour === "*";
  if (sum.count > 0) {
    const values = { colour, low: sum.low, high: sum.high ?? 0, count: sum.count };
    if (sum.high === null)
      return any
        ? t("exactly {count} dice adding to {low} or more", values)
        : t("exactly {count} dice, {colour}, adding to {low} or more", values);
    if (sum.low === sum.high)
      return any
        ? t("exactly {count} dice adding to {low}", values)
        : t("exactly {count} dice, {colour}, adding to {low}", values);
    return any
      ? t("exactly {count} dice adding to {high} or less", values)
      : t("exactly {count} dice, {colour}, adding to {high} or less", values);
  }
  const values = { colour, low: sum.low, high: sum.high ?? 0 };
  if (sum.high === null)
    return any
      ? t("dice adding to {low} or more", values)
      : t("dice, {colour}, adding to {low} or more", values);
  if (sum.low === sum.high)
    return any
      ? t("dice adding to {low}", values)
      : t("dice, {colour}, adding to {low}", values);
  return any
    ? t("dice adding to {high} or less", values)
    : t("dice, {colour}, adding to {high} or less", values);
}

export function comboName(edition: Edition, card: ComboInHand): string {
  return card.sum
    ? sumName(edition, card.sum)
    : listed((card.slots ?? []).map((slot) => slotName(edition, slot)));
}

export function cardName(edition: Edition, card: CardInHand | ActionInHand): string {
  return card.kind === "combo"
    ? comboName(edition, card)
    : actionName(edition, card.text);
}

/** A card that was laid or discarded: all that is known is its deck's text. */
export function cardTextName(edition: Edition, text: string): string {
  const parts = text.split(" ");
  const points = Number(parts[0]);
  if (!Number.isInteger(points)) return actionName(edition, text);
  return parts[1] === "sum"
    ? sumName(edition, sumOfText(parts.slice(2)))
    : listed(
        parts.slice(1).map((slot) =>
          slotName(edition, {
            colour: slot[0] as Slot["colour"],
            face: slot[1] === "?" ? 0 : Number(slot[1]),
          }),
        ),
      );
}

function sumOfText([what = "*", sign = "=", value = "0"]: string[]): SumWanted {
  const count = Number(/^\d+/.exec(what)?.[0] ?? "0");
  const colour = (what.at(-1) ?? "*") as SumWanted["colour"];
  const bound = Number(value);
  if (sign === ">") return { colour, count, low: bound + 1, high: null, now: 0 };
  if (sign === "<") return { colour, count, low: 1, high: bound - 1, now: 0 };
  return { colour, count, low: bound, high: bound, now: 0 };
}

export function seatName(state: State | null, seat: number | null | undefined): string {
  if (seat === null || seat === undefined) return "";
  const found = state?.seats.find((one) => one.seat === seat);
  return found?.name ?? t("Player {seat}", { seat });
}

/** The dice that a move names, in order. */
export function diceOfMove(move: string): DieText[] {
  return move.match(/\b[LDR][1-6]\b/g) ?? [];
}

/** A player's move as a sentence about `name`; `you` makes it about the reader. */
export function moveText(
  edition: Edition,
  move: string,
  name: string,
  you: boolean,
): string {
  const [verb = "", what = ""] = move.split(" ");
  const dice = diceOfMove(move);
  const die = dice[0] ? dieName(edition, dice[0]) : "";
  const other = dice[1] ? dieName(edition, dice[1]) : "";
  const values = { name, die, other, dice: diceNames(edition, dice) };
  switch (verb) {
    case "take":
      return you ? t("You take {die}.", values) : t("{name} takes {die}.", values);
    case "pass":
      return you ? t("You pass.") : t("{name} passes.", values);
    case "done":
      return you ? t("You end the turn.") : t("{name} ends the turn.", values);
    case "lay":
      return you ? t("You lay your dice.") : t("{name} lays dice.", values);
    case "discard":
      return you ? t("You discard a card.") : t("{name} discards a card.", values);
    case "keep":
      return you ? t("You keep all cards.") : t("{name} keeps all cards.", values);
    case "draw":
      return you ? t("You draw.") : t("{name} draws.", values);
  }
  if (verb !== "play") return move;
  switch (what) {
    case "reroll":
      return you
        ? t("You re-roll {dice}.", values)
        : t("{name} re-rolls {dice}.", values);
    case "take":
      return you
        ? t("You may take two dice now.")
        : t("{name} may take two dice now.", values);
    case "change":
    case "shift":
      return you
        ? t("You turn {die} into {other}.", values)
        : t("{name} turns {die} into {other}.", values);
    case "swap":
      return you
        ? t("You swap the faces of {die} and {other}.", values)
        : t("{name} swaps the faces of {die} and {other}.", values);
    case "cast":
      if (other)
        return you
          ? t("You cast {die} at {other}.", values)
          : t("{name} casts {die} at {other}.", values);
      return you
        ? t("You cast {die} back.", values)
        : t("{name} casts {die} back.", values);
  }
  return move;
}

/** An event as a sentence, or "" if there is nothing to tell. */
export function newsText(state: State | null, news: News): string {
  const edition = state?.settings.edition ?? "gamewright";
  const you = !!news.seat && news.seat === state?.you.seat;
  const name = news.name ?? seatName(state, news.seat);
  switch (news.event) {
    case "set":
      return t("The settings have changed.");
    case "sit":
      return you ? t("You sit down.") : t("{name} sits down.", { name });
    case "bot":
      return t("{name}, a bot, sits down.", { name });
    case "stand":
      if (news.by === "kicked") return t("The host has sent {name} away.", { name });
      return t("Seat {seat} is free again.", { seat: news.seat ?? 0 });
    case "host":
      return you ? t("You are the host now.") : t("{name} is the host now.", { name });
    case "start":
      return news.seat
        ? t("The game begins. {name} starts.", { name })
        : t("The game begins.");
    case "chance":
      return chanceText(state, edition, news.move ?? "");
    case "move":
      return playedText(state, edition, news, name, you);
    case "undo":
      return you
        ? t("You take your move back.")
        : t("{name} takes a move back.", { name });
    case "stand-in":
      return t("{name} is away: a bot plays for now.", { name });
    case "back":
      return you ? t("You are back.") : t("{name} is back.", { name });
    case "leave":
      return t("{name} has left: a bot plays on.", { name });
    case "reveal":
      return t("The secret of the dice is revealed.");
    case "again":
      return you ? t("You want a rematch.") : t("{name} wants a rematch.", { name });
    case "resume":
      return t("The server is back, and the game goes on.");
    case "close":
      return t("The table is closed.");
  }
  return "";
}

/** An event for who sees the dice and the cards that it is about. */
export function captionText(state: State | null, news: News): string {
  return news.event === "chance" && news.move?.startsWith("roll")
    ? t("The dice are cast.")
    : newsText(state, news);
}

function playedText(
  state: State | null,
  edition: Edition,
  news: News,
  name: string,
  you: boolean,
): string {
  if (news.scored)
    return listed(
      news.scored.map((score, i) =>
        t("{name} {net}", { name: seatName(state, i + 1), net: signed(score.net) }),
      ),
    );
  if (news.shown) return shownText(state, edition, news, news.shown);
  if (!news.move) return t("{name} has decided.", { name });
  return timedText(news, moveText(edition, news.move, name, you));
}

function timedText(news: News, text: string): string {
  return news.by === "late" ? t("Time is up. {text}", { text }) : text;
}

/** What all have answered, turned up together. */
function shownText(
  state: State | null,
  edition: Edition,
  news: News,
  shown: ShownAnswer[],
): string {
  return shown
    .map((answer) => {
      const name = seatName(state, answer.seat);
      const text = answerText(edition, answer, name, answer.seat === state?.you.seat);
      return answer.seat === news.seat ? timedText(news, text) : text;
    })
    .join(" ");
}

function answerText(
  edition: Edition,
  { move, text }: ShownAnswer,
  name: string,
  you: boolean,
): string {
  if (!text) return moveText(edition, move, name, you);
  const card = cardTextName(edition, text);
  return you
    ? t("You discard: {card}.", { card })
    : t("{name} discards: {card}.", { name, card });
}

function chanceText(state: State | null, edition: Edition, move: string): string {
  const [verb = "", seat = ""] = move.split(" ");
  const dice = diceOfMove(move);
  switch (verb) {
    case "start":
      return t("{name} starts.", { name: seatName(state, Number(seat)) });
    case "roll":
      return t("The dice show {dice}.", { dice: diceNames(edition, dice) });
    case "land":
      return landText(edition, dice);
  }
  return "";
}

/** The die that was cast, then each one that it hit: what it was, what it is. */
function landText(edition: Edition, [cast = "", ...hit]: DieText[]): string {
  const told = [t("The die lands: {dice}.", { dice: dieName(edition, cast) })];
  for (let i = 0; i + 1 < hit.length; i += 2)
    told.push(
      t("It turns {die} into {other}.", {
        die: dieName(edition, hit[i] ?? ""),
        other: dieName(edition, hit[i + 1] ?? ""),
      }),
    );
  return told.join(" ");
}

/** A move as something to choose: "Take blue 5". */
export function moveName(edition: Edition, move: string): string {
  const [verb = "", what = ""] = move.split(" ");
  const dice = diceOfMove(move);
  const die = dice[0] ? dieName(edition, dice[0]) : "";
  const other = dice[1] ? dieName(edition, dice[1]) : "";
  switch (verb) {
    case "take":
      return t("Take {die}", { die });
    case "pass":
      return tc("a move", "Pass");
    case "done":
      return t("End the turn");
    case "lay":
      return t("Lay your dice like this");
    case "discard":
      return t("Discard card {place}", { place: what });
    case "keep":
      return t("Keep all cards");
    case "draw":
      return t("Draw");
  }
  switch (what) {
    case "reroll":
      return t("Re-roll {dice}", { dice: diceNames(edition, dice) });
    case "take":
      return t("Take two");
    case "change":
    case "shift":
      return t("Turn {die} into {other}", { die, other });
    case "swap":
      return t("Swap the faces of {die} and {other}", { die, other });
    case "cast":
      return other
        ? t("Cast {die} at {other}", { die, other })
        : t("Cast {die} back", { die });
  }
  return move;
}

/** Why a hint is a good move. */
export function reasonText(state: State | null, hint: Hint): string {
  const place = hint.place ?? 0;
  const name = seatName(state, hint.seat);
  switch (hint.reason) {
    case "BEST":
      return t("It promises most.");
    case "COMPLETES":
      return t("It completes card {place}.", { place });
    case "COMPLETES_MORE":
      return t("It completes more than one card.");
    case "TOWARDS":
      return t("It brings card {place} nearer.", { place });
    case "OPEN_SUM":
      return t("It keeps the sum on card {place} going.", { place });
    case "SURPLUS":
      return t("It fits on card {place} and costs nothing.", { place });
    case "DENIES":
      return t("{name} would like this die.", { name });
    case "STOP":
      return t("Every die that is left would cost you.");
    case "STOP_RISK":
      return t("What is left is not worth the risk.");
    case "FETCH":
      return t("It makes a die that card {place} needs.", { place });
    case "HURTS":
      return t("It spoils the tray for {name}.", { name });
    case "TWO":
      return t("Two dice at once, before others take them.");
    case "RID":
      return t("It rids you of a die that only costs.");
    case "CHANCE":
      return t("A new roll promises more than any die there is.");
    case "LAY":
      return t("It scores most.");
    case "LAY_KEEPS":
      return t("It scores as much and keeps the better cards.");
    case "DISCARD":
      return t("Card {place} is hard to complete for its points.", { place });
    case "KEEP":
      return t("Every card is worth keeping.");
    case "DRAW":
      return t("The best mix of combo and action cards.");
    case "ONLY":
      return t("There is no other move.");
  }
  return hint.words;
}
