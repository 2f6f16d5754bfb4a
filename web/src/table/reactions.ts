/** What players can say to each other: the words come from the same table that the
 * server reads. */
import { REACTIONS } from "$/generated/reactions";
import { told } from "$lib/i18n.svelte";
import type { Reaction } from "$lib/protocol";

export const ALL_REACTIONS = Object.keys(REACTIONS) as Reaction[];

export function reactionText(reaction: Reaction): string {
  return told(REACTIONS[reaction]);
}
