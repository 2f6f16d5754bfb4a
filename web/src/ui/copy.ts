/** Copies a text. The modern way exists only on safe addresses, and a server at
 * home has none: so there is an older one. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "unseen";
  // Inside a dialog nothing outside it can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  place.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false; // the browser allows neither way: the reader is told
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
