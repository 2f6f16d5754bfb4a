/** Parts of the page that will be wanted next are fetched while nothing else is
 * to do, so that a click finds them there. */

export const tablePage = () => import("./home/TablePage.svelte");

interface Network {
  saveData?: boolean;
}

/** True if the browser's data saver is on. Then nothing is fetched ahead: each
 * part of the page loads when it is opened. */
function sparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: Network };
  return connection?.saveData === true;
}

export function fetchAhead(): void {
  if (sparing()) return;
  const fetchNow = (): void => {
    for (const load of [tablePage, () => import("./table/TableScreen.svelte")])
      load().catch(() => {
        // It is tried again, and said, when it is needed.
      });
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchNow);
  else setTimeout(fetchNow, 1000);
}
