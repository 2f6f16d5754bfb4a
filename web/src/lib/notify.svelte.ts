/** Tells people that it is their turn when they look elsewhere. Browsers allow
 * it only on safe addresses (https, or this machine) and if the person agrees. */
import { prefs } from "./prefs.svelte";
import type { State } from "./protocol";

/** Both: phones show notifications only through a service worker. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

class Permission {
  now: NotificationPermission = $state(
    canNotify() ? Notification.permission : "denied",
  );
}

export const permission = new Permission();

/** Asks the person, who wants it on. True if it is. */
export async function wantNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  permission.now = await Notification.requestPermission();
  prefs.set({ notify: permission.now === "granted" });
  return prefs.now.notify;
}

/** The service worker also keeps the page's files at hand. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // The browser forbids it (a private window, say): the page works without.
  });
}

/** The person at this table has something to decide. */
export function isMyTurn(state: State | null): boolean {
  const seat = state?.you.seat ?? null;
  return seat !== null && (state?.game?.deciders.includes(seat) ?? false);
}

/** Shows a note that leads to the table. One for each table at a time. */
export async function notify(
  table: string,
  title: string,
  text: string,
): Promise<void> {
  if (!prefs.now.notify || !canNotify() || Notification.permission !== "granted")
    return;
  const options = {
    body: text,
    tag: `tioli-${table}`,
    icon: "/icon.svg",
    data: { path: `/t/${table}` },
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, options);
    return;
  }
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Phones have no notification without a service worker.
  }
}
