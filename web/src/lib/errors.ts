/** Refusals as friendly sentences: what is the matter, and what to do. The
 * server's own `words` are English and for programs; these are for people. */
import { t } from "./i18n.svelte";
import type { Answer, Edition } from "./protocol";

type Refusal = Pick<Answer, "error" | "rule" | "field" | "words">;

/** Of the setting or field that a refusal names. */
function fieldText(field: string | undefined): string {
  switch (field?.replace(/^settings\./, "")) {
    case "name":
      return t(
        "That name can't be used. Use up to 40 letters of one alphabet that everybody can see.",
      );
    case "colour":
      return t("That colour can't be used. Choose another one.");
    case "code":
      return t("The invitation code may have up to 32 letters.");
    case "deck":
      return t("That deck can't be used. Check its name and its text.");
    case "clock":
    case "clock.base":
    case "clock.more":
      return t("The clock can't be set like that. Choose another time.");
    case "players":
      return t("Two to five can play.");
    case "starts":
      return t("Each player starts one to nine times.");
    case "first":
      return t("The first starter must be one of the players.");
  }
  return t("That setting is not possible. Choose another one.");
}

/** What to tell the reader, or "" if all is well. */
export function errorText(answer: Refusal, edition: Edition = "gamewright"): string {
  switch (answer.error) {
    case undefined:
      return "";
    case "not-host":
      return t("Only the host of the table may do that.");
    case "not-seated":
      return t("Only players may do that. You are watching.");
    case "no-watching":
      return t("This table is for its players alone.");
    case "not-open":
      return t("The game has begun already.");
    case "not-playing":
      return t("There is no game on at the moment.");
    case "not-over":
      return t("The game is not over yet.");
    case "closed":
      return t("This table is closed.");
    case "stale":
      return t("Something else happened first. Look again and decide anew.");
    case "full":
      return t("Every seat is taken. You can watch, or make a table of your own.");
    case "seat-taken":
      return t("Somebody was faster: that seat is taken. Choose another one.");
    case "seated-already":
      return t("You have a seat at this table already.");
    case "no-such-seat":
      return t("There is no such seat at this table.");
    case "nobody-there":
      return t("Nobody sits there any more.");
    case "no-such-bot":
      return t("This server does not have that bot. Choose another one.");
    case "bad-name":
      return t(
        "That name can't be used. Use up to 40 letters of one alphabet that everybody can see.",
      );
    case "bad-code":
      return t("That is not the invitation code. Ask the host for it.");
    case "bad-setting":
      return fieldText(answer.field);
    case "bad-deck":
      return t("The deck can't be read: {words}.", { words: answer.words ?? "" });
    case "too-few":
      return t("Somebody must sit down first.");
    case "bad-move":
      return t("That is not a move. Try another one.");
    case "illegal":
      return ruleText(answer.rule, edition);
    case "no-hints":
      return t("There are no hints at this table.");
    case "no-undo":
      return t("Moves are not taken back at this table.");
    case "nothing-to-undo":
      return t("There is no move of yours that could be taken back now.");
    case "no-bytes":
      return t("Your share of the dice's chance is missing. Reload the page.");
    case "memory":
      return t("The server has no room left. Try again in a while.");
    case "kicked":
      return t("The host has sent you away from this table.");
    case "log-full":
      return t("So much has happened here that only the game itself goes on.");
    case "not-agreed":
      return t("Somebody has to want a rematch first, and you too if you play.");
    case "too-many-names":
      return t("You have changed your name often enough. Wait for the next game.");
    case "name-taken":
      return t(
        "Somebody at this table has that name, or one that looks the same. Choose another name.",
      );
    case "too-many-undos":
      return t("You have taken back as many moves as you can in one game.");
    case "no-such-table":
      return t("There is no such table. The link may be old, or a letter is missing.");
    case "too-many-tables":
      return t("You have many tables already. Close one that you don't need.");
    case "no-room":
      return t("The server has no room for new tables. Games that are on continue.");
    case "rate":
      return t("That was a bit fast. Wait a moment and try again.");
    case "busy":
      return t("The server is busy. Try again in a moment.");
    case "draining":
      return t("The server is about to restart. Try again in a moment.");
    case "not-saved":
      return t(
        "It could not be saved, so nothing has happened. Try again in a moment.",
      );
    case "damaged":
      return t(
        "What was saved of this table is damaged, so it can't go on. Your other tables are fine.",
      );
    case "bad-json":
    case "bad-message":
    case "bad-version":
    case "hello-first":
      return t("The page and the server don't understand each other. Reload the page.");
  }
  return t("That did not work. Try again in a moment.");
}

/** Why the rules don't allow it. */
export function ruleText(
  rule: string | undefined,
  edition: Edition = "gamewright",
): string {
  return (
    turnRule(rule) || actionRule(rule, edition) || handRule(rule) || otherRule(rule)
  );
}

function turnRule(rule: string | undefined): string {
  switch (rule) {
    case "GAME_OVER":
      return t("The game is over.");
    case "NOT_CHANCE":
      return t("That is for a player to decide.");
    case "NOT_PLAYER":
    case "WRONG_CHANCE":
      return t("Wait until the dice lie still.");
    case "WRONG_PHASE":
      return t("That belongs to another part of the round.");
    case "NOT_YOUR_TURN":
      return t("It is not your turn.");
    case "PASSED":
      return t("You have passed: you are out until the next round.");
    case "ALREADY_ANSWERED":
      return t("You have decided already.");
    case "NOTHING_TO_ANSWER":
      return t("There is nothing for you to decide now.");
    case "NO_SUCH_SEAT":
      return t("There is no such seat at this table.");
    case "UNKNOWN_MOVE":
      return t("That is not a move. Try another one.");
    case "NO_SUCH_DIE":
    case "DIE_NOT_IN_TRAY":
      return t("That die is not in the tray.");
    case "NOTHING_TO_END":
      return t("You can end your turn only after the first of two dice.");
    case "PASS_AFTER_TAKE":
      return t("You have taken a die, so you can't pass. End your turn instead.");
  }
  return "";
}

function actionRule(rule: string | undefined, edition: Edition): string {
  switch (rule) {
    case "NO_SUCH_ACTION":
    case "ACTION_NOT_IN_HAND":
      return t("You don't have that action card.");
    case "ACTION_AFTER_TAKE":
      return t("An action comes before you take a die.");
    case "ACTION_SPENT_TURN":
      return t("You have played an action this turn already.");
    case "ACTION_SPENT_ROUND":
      return t("You have played an action this round already.");
    case "ACTION_HAS_NO_TARGET":
      return t("There is no die that it could change now.");
    case "TARGET_MISSING":
      return t("Choose at least one die for it.");
    case "TARGET_NOT_IN_TRAY":
      return t("A die that you chose is not in the tray.");
    case "TARGET_COLOUR":
      return t("The card does not work on dice of that colour.");
    case "TARGET_TOO_MANY":
      return t("The card works on four dice at most.");
    case "TARGET_NOT_ALL":
      return t("The card re-rolls all dice of its colour.");
    case "TARGET_EXTRA":
      return t("The card does not work on that die.");
    case "CHANGE_COLOUR":
      return t("A die keeps its colour.");
    case "CHANGE_SAME_FACE":
      return t("Choose another face than the die shows.");
    case "SWAP_NOT_PAIR":
      return edition === "schmidt"
        ? t("Choose one white and one black die.")
        : t("Choose one orange and one blue die.");
    case "SWAP_SAME_FACE":
      return t("Both dice show the same face. Choose two that differ.");
    case "SHIFT_NOT_TWO":
      return t("The die moves exactly two up or two down.");
    case "CAST_NOT_TAKEN":
      return t("You can only cast back a die that you took this round.");
    case "CAST_AIM_OFF":
      return t("At this table a die is not aimed at another one.");
  }
  return "";
}

function handRule(rule: string | undefined): string {
  switch (rule) {
    case "SLOT_NOT_IN_HAND":
      return t("There is no card at that place.");
    case "LAY_NOT_COMBO":
      return t("Dice can only be laid on combo cards.");
    case "LAY_DIE_NOT_TAKEN":
      return t("You don't have that many of these dice.");
    case "LAY_INCOMPLETE":
      return t("Those dice don't complete the card.");
    case "DRAW_TOO_MANY":
      return t("A hand has five cards at most.");
    case "DRAW_TOO_FEW":
      return t("Fill your hand up to five cards.");
    case "DRAW_NOT_FREE":
      return t("You choose what to draw only if the hand is free.");
    case "SETTING_PLAYERS":
      return t("Two to five can play.");
    case "SETTING_STARTS":
      return t("Each player starts one to nine times.");
    case "SETTING_FIRST":
    case "START_NO_SUCH_SEAT":
      return t("The first starter must be one of the players.");
    case "SETTING_EDITION":
    case "SETTING_CAST":
    case "SETTING_FLAG":
      return t("That setting is not possible. Choose another one.");
  }
  return "";
}

/** What a player's move never meets, but a record that somebody changed may. */
function otherRule(rule: string | undefined): string {
  switch (rule) {
    case "ROLL_DICE":
      return t("These are not the dice that were cast.");
    case "LAND_DIE":
    case "LAND_NOT_AIMED":
    case "LAND_FIRST_HIT":
    case "LAND_NO_CARRY":
    case "LAND_HIT_NOT_IN_TRAY":
    case "LAND_HIT_COLOUR":
    case "LAND_ORDER":
      return t("The die that was cast back could not land like that.");
    case "DEAL_WRONG_SEAT":
    case "DEAL_WRONG_COUNT":
    case "DEAL_NO_SUCH_CARD":
    case "DEAL_NOT_IN_PILE":
    case "DEAL_ORDER":
      return t("The cards could not be dealt like that.");
    case "DECK_EMPTY":
      return t("A deck needs combo cards.");
    case "TEXT":
      return t("The text can't be read.");
    case "RECORD":
      return t("The record does not hold together.");
    case "TOO_LONG":
      return t("It is too long.");
    case "FILE":
      return t("The file can't be read.");
    case "MEMORY":
      return t("There is no room left for it.");
  }
  return t("The rules don't allow it.");
}
