/** Said once to the document, when the page's own code answers presses. */
export const PAGE_ANSWERS = "spindle:page-answers";

/** Where the script writes the last digit that came before the page answered, and the page's path. */
export const EARLY_DIGIT = "data-early-digit";

/**
 * Keeps the last press of a button that comes before the page's scripts do, and presses that button again when they are there. What was typed
 * into a field is typed again, since the page's code would draw the field as it knows it: empty. A digit is only noted: what it would have
 * answered was not there to be seen. The server sends this function as text in front of the page, so it may use nothing but what it is given.
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

  const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>();
  const keepTyped = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && !["checkbox", "radio", "file"].includes(target.type)) typed.set(target, target.value);
  };

  const typeAgain = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    if (!field.isConnected) return;
    const Kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    const native = Object.getOwnPropertyDescriptor(Kind.prototype, "value");
    // React hears of a text only if it differs from the one that it saw last, and it sees what is set on the element itself.
    field.value = "";
    native?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const script = document.currentScript;
  const noteDigit = (event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.matches("input, textarea");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) return;
    script?.setAttribute(earlyDigit, `${event.key}${location.pathname}`);
  };

  addEventListener("keydown", noteDigit, true);
  addEventListener("input", keepTyped, true);
  for (const type of parts) addEventListener(type, hold, true);
  const start = () => {
    answers = true;
    removeEventListener("keydown", noteDigit, true);
    removeEventListener("input", keepTyped, true);
    for (const [field, text] of typed) typeAgain(field, text);
    if (!isHeld) pressAgain();
  };
  document.addEventListener(pageAnswers, start, { once: true });
}
