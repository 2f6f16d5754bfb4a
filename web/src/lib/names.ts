/** What a guest is called until they say so: an animal. */
import { t } from "./i18n.svelte";

function animals(): string[] {
  return [
    t("Badger"),
    t("Beaver"),
    t("Bumblebee"),
    t("Crane"),
    t("Dolphin"),
    t("Dormouse"),
    t("Falcon"),
    t("Fox"),
    t("Hedgehog"),
    t("Heron"),
    t("Kingfisher"),
    t("Lynx"),
    t("Magpie"),
    t("Marten"),
    t("Mole"),
    t("Otter"),
    t("Owl"),
    t("Penguin"),
    t("Puffin"),
    t("Robin"),
    t("Seal"),
    t("Squirrel"),
    t("Swallow"),
    t("Tortoise"),
  ];
}

export function madeUpName(chance: () => number = Math.random): string {
  const all = animals();
  return all[Math.floor(chance() * all.length)] ?? t("Guest");
}
