/** The settings of a table in words. */
import { n, t } from "$lib/i18n.svelte";
import type { Settings } from "$lib/protocol";
import { clockText, paceText } from "./clock";

export function editionName(edition: Settings["edition"]): string {
  return edition === "schmidt" ? t("White and black") : t("Orange and blue");
}

export function editionHelp(edition: Settings["edition"]): string {
  return edition === "schmidt"
    ? t("As in the box by Schmidt: re-rolling a colour takes all its dice.")
    : t("As in the box by Gamewright: re-roll as many dice of a colour as you like.");
}

export function roundsText(settings: Pick<Settings, "starts" | "players">): string {
  return n(
    "That makes one round.",
    "That makes {n} rounds.",
    settings.starts * settings.players,
  );
}

export function watchName(watch: Settings["watch"]): string {
  switch (watch) {
    case "nobody":
      return t("Nobody");
    case "link":
      return t("Who has the link");
    case "public":
      return t("Everybody");
  }
}

export function castName(cast: Settings["cast"]): string {
  switch (cast) {
    case "carry":
      return t("Aimed, and hits carry on");
    case "aim":
      return t("Aimed, one hit");
    case "off":
      return t("Not aimed");
  }
}

/** What guests read, the more important first. */
export function summary(settings: Settings): { label: string; value: string }[] {
  const yes = (on: boolean) => (on ? t("Yes") : t("No"));
  return [
    { label: t("Dice"), value: editionName(settings.edition) },
    {
      label: t("Rounds"),
      value: n("One round", "{n} rounds", settings.starts * settings.players),
    },
    { label: t("Clock"), value: clockText(settings.clock) },
    { label: t("Hints"), value: yes(settings.hints) },
    { label: t("Taking moves back"), value: yes(settings.undo) },
    { label: t("Free hand"), value: yes(settings.free_hand) },
    {
      label: t("Points"),
      value: settings.piles === "open" ? t("Seen by all") : t("Secret until the end"),
    },
    { label: t("Cast back"), value: castName(settings.cast) },
    { label: t("Who may watch"), value: watchName(settings.watch) },
    {
      label: t("Cards"),
      value: settings.deck === "standard" ? t("Standard") : settings.deck,
    },
    { label: t("Bots think for"), value: paceText(settings.bot) },
  ];
}
