/** Said once to the document, when the page's own code answers presses. */
export const PAGE_ANSWERS = "spindle:page-answers";

/** Where the script writes the last digit that came before the page answered, and the page's path. */
export const EARLY_DIGIT = "data-early-digit";

/**
 * Keeps the last press of a button that comes before the page's scripts do, and presses that button again when they are there. A digit is only
 * noted: what it would have answered was not there to be seen. The server sends this function as text in front of the page, so it may use
 * nothing but what it is given.
 */
export function holdPresses(pageAnswers: string, earlyDigit: string): void {
  const parts = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  let answers = false;
  let isHeld = false;
  let pressed: HTMLElement | undefined;

  const buttonOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>("button, [role=button], [role=tab]") : null;

  const hold = (event: Event) => {
    const button = buttonOf(event);
    if (!button || !(event instanceof MouseEvent) || event.button !== 0) return;
    // A press that began before the scripts came ends as it began.
    if (answers && !isHeld) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    isHeld = event.type !== "click";
    if (isHeld) return;
    pressed = button;
    if (answers) pressAgain();
  };

  const pressAgain = () => {
    for (const type of parts) removeEventListener(type, hold, true);
    if (!pressed?.isConnected) return;
    for (const type of parts.slice(0, -1)) {
      const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
      pressed.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, composed: true, button: 0 }));
    }
    pressed.focus();
    pressed.click();
  };

  const script = document.currentScript;
  const noteDigit = (event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.matches("input, textarea");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) return;
    script?.setAttribute(earlyDigit, `${event.key}${location.pathname}`);
  };

  addEventListener("keydown", noteDigit, true);
  for (const type of parts) addEventListener(type, hold, true);
  const start = () => {
    answers = true;
    removeEventListener("keydown", noteDigit, true);
    if (!isHeld) pressAgain();
  };
  document.addEventListener(pageAnswers, start, { once: true });
}
