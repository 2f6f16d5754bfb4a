/** Refusals as friendly sentences. The words are those that everybody else says
 * for a code, too, but where the page has something to add: what to do here, or
 * what dice look like. */
import { REFUSALS } from "$/generated/refusals";
import { RULES } from "$/generated/rules";
import { capital, t, told } from "./i18n.svelte";
import type { Answer, Edition } from "./protocol";

type Refusal = Pick<Answer, "error" | "rule" | "field" | "words">;
type Words = Readonly<Record<string, string>>;

const nameText = () =>
  t("That name can't be used. Use up to 40 ordinary letters of one alphabet.");
const settingText = () => t("That setting is not allowed. Choose another one.");
const strangers = () =>
  t("The page and the server don't understand each other. Reload the page.");

/** Of the setting or field that a refusal names. */
const FIELDS: Record<string, () => string> = {
  name: nameText,
  colour: () => t("That colour can't be used. Choose another one."),
  code: () => t("The password may have up to 32 letters."),
  deck: () => t("That deck can't be used. Check its name and its text."),
  clock: () => t("The clock can't be set like that. Choose another time."),
  players: () => ruleText("SETTING_PLAYERS"),
  starts: () => ruleText("SETTING_STARTS"),
  first: () => ruleText("SETTING_FIRST"),
};

function fieldText(field: string | undefined): string {
  const name = field?.replace(/^settings\./, "").replace(/^clock\..*/, "clock");
  return (FIELDS[name ?? ""] ?? settingText)();
}

/** Where the page says more than the code does. */
const ERRORS: Record<string, (answer: Refusal, edition: Edition) => string> = {
  "not-seated": () => t("Only players may do that. You are watching."),
  stale: () => t("The game moved on before your move arrived. Look again and choose."),
  full: () => t("Every seat is taken. You can watch, or make your own table."),
  "seat-taken": () => t("Somebody has just taken that seat. Choose another one."),
  "bad-name": nameText,
  "bad-code": () => t("That is not the password. Ask the host for it."),
  "bad-setting": ({ field }) => fieldText(field),
  "bad-deck": ({ words = "" }) => t("The deck can't be read: {words}.", { words }),
  illegal: ({ rule }, edition) => ruleText(rule, edition),
  "no-bytes": () =>
    t("Your browser's random numbers for the dice did not arrive. Reload the page."),
  "no-such-table": () =>
    t("There is no such table. The link may be old or incomplete."),
  "no-such-code": () =>
    t("No table is waiting with that code. Ask for it again, or for the link."),
  "too-many-tables": () =>
    t("Too many tables are open. Close one you don't need, or try again later."),
  rate: ({ field }) =>
    field === "spoken"
      ? t("Too many wrong codes. Wait a minute, or ask for the table's link.")
      : t("That was a bit fast. Wait a moment and try again."),
  draining: () => t("The server is about to restart. Try again in a moment."),
  "not-saved": () =>
    t("It could not be saved, so nothing has happened. Try again in a moment."),
  damaged: () =>
    t(
      "The saved data of this table is damaged, so the game can't continue. Your other tables are fine.",
    ),
  "bad-json": strangers,
  "bad-message": strangers,
  "bad-version": strangers,
  "hello-first": strangers,
};

/** Rules that are about the reader, about buttons, or about what dice look like. */
const ODD_RULES: Record<string, (edition: Edition) => string> = {
  PASSED: () => t("You have passed: you are out until the next round."),
  ALREADY_ANSWERED: () => t("You have already decided."),
  NOTHING_TO_ANSWER: () => t("There is nothing for you to decide now."),
  NOTHING_TO_END: () => t("You can end your turn only after the first of two dice."),
  PASS_AFTER_TAKE: () =>
    t("You have taken a die, so you can't pass. End your turn instead."),
  SWAP_NOT_PAIR: (edition) =>
    edition === "schmidt"
      ? t("Choose one white and one black die.")
      : t("Choose one orange and one blue die."),
};

/** The words of a code as a sentence, or undefined. */
function sentence(table: Words, code: string): string | undefined {
  const english = table[code];
  return english && `${capital(told(english))}.`;
}

/** What to tell the reader, or "" if all is well. */
export function errorText(answer: Refusal, edition: Edition = "gamewright"): string {
  const { error } = answer;
  if (error === undefined) return "";
  return (
    ERRORS[error]?.(answer, edition) ??
    sentence(REFUSALS, error) ??
    t("That did not work. Try again in a moment.")
  );
}

/** Why the rules don't allow it. */
export function ruleText(rule = "", edition: Edition = "gamewright"): string {
  return (
    ODD_RULES[rule]?.(edition) ??
    sentence(RULES, rule) ??
    t("The rules don't allow it.")
  );
}
