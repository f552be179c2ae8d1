import { type RefObject, useEffect } from "react";

/**
 * Keeps the keyboard's place on the page: where what had the focus is gone, as after a way to another page or an act that is done, the page itself has it, and not
 * the document, from where Tab would begin at the sidebar again. What takes the focus itself comes first, and an open dialog is left alone.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let last: Element | null = null;
    let frame = 0;
    const follow = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const keep = () => {
      if (last?.isConnected === false && isNowhere()) element.focus({ preventScroll: true });
      if (last?.isConnected === false) last = null;
    };
    const watch = new MutationObserver(() => {
      if (last?.isConnected !== false) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    });
    element.addEventListener("focusin", follow);
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      element.removeEventListener("focusin", follow);
    };
  }, [page]);
}

function isNowhere(): boolean {
  return document.activeElement === document.body && document.querySelector(OPEN) === null;
}

const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';
