import { useRef } from "react";

/** Where the focus was before what is open by now: another thing may be opened in its place, when the focus is nowhere. */
let placeBefore: Element | null = null;

/**
 * For what takes the focus and is opened by no button of its own: it goes back to where it was, unless something else has taken it by
 * then; where that is gone, as after deleting it, to the page. What takes the place of something else gives it back to where that would.
 */
export function useFocusReturn(): {
  remember: () => void;
  /** `next` is what has come of it, and where the reader continues. */
  giveBack: (event: Event, next?: Element | null) => void;
} {
  const before = useRef<Element | null>(null);
  return {
    remember: () => {
      const now = document.activeElement;
      placeBefore = now === document.body ? (placeBefore ?? now) : now;
      before.current = placeBefore;
    },
    giveBack: (event, next = null) => {
      // Otherwise it would be given to a trigger, and there is none.
      event.preventDefault();
      if (document.activeElement?.closest(OPEN)) return;
      placeBefore = null;
      if (next instanceof HTMLElement) {
        // A heading does not take the focus by itself.
        if (next.tabIndex < 0) next.tabIndex = -1;
        next.focus({ preventScroll: true });
        return;
      }
      const place = before.current;
      if (document.activeElement !== document.body || place === document.body) return;
      const element = place?.isConnected ? place : document.getElementById("main");
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    },
  };
}

const OPEN = '[role="dialog"], [role="alertdialog"]';
