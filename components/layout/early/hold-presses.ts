/** Said once to the document, when the page's own code answers presses. */
export const PAGE_ANSWERS = "spindle:page-answers";

/**
 * Keeps the last press of a button that comes before the page's scripts do, and presses that button again when they are there. The server
 * sends this function as text in front of the page, so it may use nothing but what it is given.
 */
export function holdPresses(pageAnswers: string): void {
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

  for (const type of parts) addEventListener(type, hold, true);
  const start = () => {
    answers = true;
    if (!isHeld) pressAgain();
  };
  document.addEventListener(pageAnswers, start, { once: true });
}
