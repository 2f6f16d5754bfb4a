/** A click on something whose work is under way does nothing. */
import type { HTMLButtonAttributes } from "svelte/elements";

type Click = NonNullable<HTMLButtonAttributes["onclick"]>;

export function unlessBusy(
  busy: () => boolean,
  onclick: () => HTMLButtonAttributes["onclick"],
): Click {
  return (event) => {
    if (busy()) event.preventDefault();
    else onclick()?.(event);
  };
}
