import { useEffect } from "react";
import { takeArrival } from "#components/layout/early/arrival.ts";

/**
 * Keeps the keyboard's place: where what had the focus is gone, or can be pressed no more, the document would have it, from where Tab begins at the sidebar again. On the
 * same page, as after an act that is done, the page itself has it instead; on a new page, one that is opened after signing in as well, its heading, which is read
 * out, or what the page names as the first thing to do. What takes the focus itself comes first, and an open dialog is left alone.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let headingThen: Element | null = null;
    let isHeadingToCome = takeArrival();
    let frame = 0;
    let isPressed = false;
    let isFromDialog = false;
    const press = ({ type, target }: Event) => {
      isPressed = type === "pointerdown";
      if (isPressed && !isInOpen(target)) isFromDialog = false;
    };
    const follow = ({ target }: FocusEvent) => {
      isHeadingToCome &&= target === findPage();
      // Who closes a dialog or a menu is taken back to what opened it, by the dialog itself.
      isFromDialog = isInOpen(target);
      if (isFromDialog) {
        // What was opened by no button, such as by dropping a file, leaves the focus nowhere, and may lead to a new page.
        headingThen = findHeading();
        return;
      }
      // Where that went with its page, the dialog gives the focus to the page, of which the heading is new. Who clicks beside everything on it means no heading.
      if (target === findPage() && findHeading() !== headingThen && !isPressed) {
        isHeadingToCome = true;
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(keep);
        return;
      }
      last = target instanceof Element ? target : null;
      headingThen = findHeading();
    };
    const keep = () => {
      const isLost = isGone(last) && isNowhere();
      if (isGone(last)) last = null;
      const heading = findHeading();
      const isNew = heading !== headingThen;
      const awaits =
        (isHeadingToCome || isFromDialog) && (isNowhere() || document.activeElement === findPage());
      if (!isLost && !awaits) return;
      if (heading && isNew) {
        isHeadingToCome = false;
        isFromDialog = false;
        focusOn(document.querySelector(`main ${FIRST}`) ?? heading);
      } else if (isLost) {
        focusOn(findPage());
        // A page that still reads its data has no heading yet.
        isHeadingToCome = heading === null;
      }
    };
    const watch = new MutationObserver(() => {
      if (!isGone(last) && !isHeadingToCome && !isFromDialog) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    });
    document.addEventListener("focusin", follow);
    for (const name of POINTER) document.addEventListener(name, press, { capture: true });
    const changes = { childList: true, attributeFilter: ["disabled"], subtree: true };
    watch.observe(document.body, changes);
    if (isHeadingToCome) frame = requestAnimationFrame(keep);
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      document.removeEventListener("focusin", follow);
      for (const name of POINTER) document.removeEventListener(name, press, { capture: true });
    };
  }, []);
}

const POINTER = ["pointerdown", "pointerup", "pointercancel"];
const FIRST = "[data-first-focus]";
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

function isInOpen(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OPEN) !== null;
}

function findPage(): HTMLElement | null {
  return document.querySelector("main");
}

function findHeading(): HTMLElement | null {
  return document.querySelector("main h1");
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  // Neither a heading nor a page takes the focus by itself.
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** A browser takes the focus from what is disabled without a word, and only after the frame in which that happens; so from the list of messages, which is hidden once it is empty. */
const DEAD = ":disabled, ol:empty";

function isGone(element: Element | null): boolean {
  return element !== null && (!element.isConnected || element.matches(DEAD));
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return (activeElement === body || isGone(activeElement)) && document.querySelector(OPEN) === null;
}
