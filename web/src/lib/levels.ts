/** The bots in words. Programs that somebody added to their server have only
 * the name that they were given. */
import { t } from "./i18n.svelte";
import type { Answer } from "./protocol";

interface Level {
  name: () => string;
  about: () => string;
}

const LEVELS: Record<string, Level> = {
  random: {
    name: () => t("Random"),
    about: () => t("Plays any legal move, at random."),
  },
  easy: { name: () => t("Easy"), about: () => t("Plays simply and makes mistakes.") },
  normal: {
    name: () => t("Normal"),
    about: () => t("A good opponent for most people."),
  },
  hard: { name: () => t("Hard"), about: () => t("Looks ahead.") },
  expert: {
    name: () => t("Expert"),
    about: () => t("Thinks for a long time and plays very well."),
  },
};

export const OWN_LEVELS = Object.keys(LEVELS);

export function levelName(level: string): string {
  return LEVELS[level]?.name() ?? level;
}

export function levelAbout(level: string): string {
  return LEVELS[level]?.about() ?? t("A program of this server.");
}

/** The levels that the server has. */
export function levelsOf(answer: Answer): string[] {
  return answer.levels?.map((one) => one.level) ?? [...OWN_LEVELS];
}
