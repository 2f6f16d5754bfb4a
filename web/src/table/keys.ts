/** Which keys the table hears. */

/** What a key means now, or null if it belongs to somebody else: a field that is
 * typed into, a dialog, the browser. Letters come in lower case. */
export function heard(pressed: KeyboardEvent): string | null {
  const { target } = pressed;
  if (pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey)
    return null;
  if (document.querySelector("dialog[open]")) return null;
  if (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]")
  )
    return null;
  return pressed.key === "Escape" ? pressed.key : pressed.key.toLowerCase();
}
