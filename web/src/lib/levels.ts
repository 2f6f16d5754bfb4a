/** The bots in words. Programs that somebody added to their server have only
 * the name that they were given. */
import { t } from "./i18n.svelte";
import type { Answer } from "./protocol";

export const OWN_LEVELS = ["random", "easy", "normal", "hard", "expert"] as const;

export function levelName(level: string): string {
  switch (level) {
    case "random":
      return t("Random");
    case "easy":
      return t("Easy");
    case "normal":
      return t("Normal");
    case "hard":
      return t("Hard");
    case "expert":
      return t("Expert");
  }
  return level;
}

export function levelAbout(level: string): string {
  switch (level) {
    case "random":
      return t("Plays any legal move, at random.");
    case "easy":
      return t("Plays simply and makes mistakes.");
    case "normal":
      return t("A good opponent for most people.");
    case "hard":
      return t("Looks ahead.");
    case "expert":
      return t("Thinks for a long time and plays very well.");
  }
  return t("A program of this server.");
}

/** The levels that the server has. */
export function levelsOf(answer: Answer): string[] {
  return answer.levels?.map((one) => one.level) ?? [...OWN_LEVELS];
}
