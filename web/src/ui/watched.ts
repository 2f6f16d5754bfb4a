/** Whether something is looked at: a pointer is over it, or the keyboard led there. */
interface Watched {
  onpointerenter: (event: PointerEvent) => void;
  onpointerleave: () => void;
  onfocus: (event: FocusEvent) => void;
  onblur: () => void;
}

/** What a button has to hear to be looked at. A finger points at nothing, it
 * touches; and a focus that comes with a touch is not a look either. */
export function watched(
  point: (on: boolean) => void,
  focus: (on: boolean) => void,
): Watched {
  return {
    onpointerenter: ({ pointerType }) => {
      if (pointerType !== "touch") point(true);
    },
    onpointerleave: () => point(false),
    onfocus: ({ currentTarget }) => {
      if ((currentTarget as Element).matches(":focus-visible")) focus(true);
    },
    onblur: () => focus(false),
  };
}
