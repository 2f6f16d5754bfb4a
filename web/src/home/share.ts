/** The link that others open, and the device's own way to send it. */
import { session } from "$lib/session.svelte";
import { t } from "$lib/i18n.svelte";

/** Nobody else reaches a page by such a name. */
export function isOwnMachine(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    host.startsWith("127.")
  );
}

/** `address` is what the server knows of its own reachable address. */
export function linkFrom(
  origin: string,
  host: string,
  address: string | null,
  path: string,
): string {
  const base = isOwnMachine(host) && address ? address : origin;
  return base.replace(/\/+$/, "") + path;
}

export function tableLink(table: string): string {
  return linkFrom(location.origin, location.hostname, session.address, `/t/${table}`);
}

/** Only this machine would understand the link. */
export function linkIsLocal(link: string): boolean {
  return isOwnMachine(new URL(link).hostname);
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** True if it was sent, or the person thought better of it. */
export async function shareLink(link: string): Promise<boolean> {
  try {
    await navigator.share({
      title: t("Take It or Leave It"),
      text: t("Come and play Take It or Leave It with me:"),
      url: link,
    });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
