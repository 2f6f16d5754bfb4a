/** A control shows at once what was chosen. If its owner, or the server behind
 * it, thinks otherwise, it goes back to what is true a moment later. */
const SETTLE_MS = 400;

export function settle(result: unknown, reconcile: () => void): void {
  void Promise.resolve(result).then(() => setTimeout(reconcile, SETTLE_MS));
}
