import { EARLY_DIGIT } from "./hold-presses.ts";

/** The digit that was pressed on this page before it answered keys, once; null where there was none. */
export function takeEarlyDigit(): string | null {
  const script = document.querySelector(`script[${EARLY_DIGIT}]`);
  const noted = script?.getAttribute(EARLY_DIGIT) ?? "";
  script?.removeAttribute(EARLY_DIGIT);
  return noted.slice(1) === location.pathname ? noted.slice(0, 1) : null;
}
