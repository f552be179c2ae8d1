import { useRef } from "react";

/**
 * For what takes the focus and is opened by no button of its own: it goes back to where it was, unless something else has taken it by
 * then; where that is gone, as after deleting it, to the page.
 */
export function useFocusReturn(): { remember: () => void; giveBack: (event: Event) => void } {
  const before = useRef<Element | null>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    giveBack: (event) => {
      // Otherwise it would be given to a trigger, and there is none.
      event.preventDefault();
      const place = before.current;
      if (document.activeElement !== document.body || place === document.body) return;
      const element = place?.isConnected ? place : document.getElementById("main");
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    },
  };
}
