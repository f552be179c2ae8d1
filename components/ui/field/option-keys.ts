import { type KeyboardEvent, useRef } from "react";

/** What is typed after so long begins another word. */
const WORD_MS = 1_000;

/**
 * The keys of an open list of options, for its `onKeyDownCapture`: arrows, Home and End, and the beginning of an option's words. The library's own need its viewport,
 * which writes a style element that the content policy forbids.
 */
export function useOptionKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ word: "", at: Number.NEGATIVE_INFINITY });
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const list = event.currentTarget;
    const options = [...list.querySelectorAll<HTMLElement>('[role="option"]:not([data-disabled])')];
    const here = options.findIndex((option) => option.matches(":focus"));
    const { word, at } = typed.current;
    const isWord = event.timeStamp - at < WORD_MS;
    // A space within a word is no choice.
    if (event.key.length === 1 && (event.key !== " " || isWord)) {
      typed.current = { word: (isWord ? word : "") + event.key.toLowerCase(), at: event.timeStamp };
      take(event);
      focus(options[beginningWith(typed.current.word, { options: options.map(textOf), here })]);
      return;
    }
    const place = placeAfter(event.key, { here, count: options.length });
    if (place === null) return;
    take(event);
    focus(options[place]);
  };
}

/** An option would take a space for a choice. */
function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function focus(option: HTMLElement | undefined): void {
  option?.scrollIntoView({ block: "nearest" });
  option?.focus();
}

function textOf(option: HTMLElement): string {
  return (option.textContent ?? "").trim().toLowerCase();
}

/** Where a key leads from a place, which is −1 while no option has the focus; null for keys that lead nowhere. */
export function placeAfter(key: string, { here, count }: { here: number; count: number }): number | null {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowDown") return Math.min(count - 1, here + 1);
  return key === "ArrowUp" ? Math.max(0, here < 0 ? count - 1 : here - 1) : null;
}

/** The first option from here on that begins with what was typed; one letter again and again walks through all that begin with it. −1 for none. */
export function beginningWith(
  typed: string,
  { options, here }: { options: readonly string[]; here: number },
): number {
  const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0]);
  const wanted = isRepeated ? typed.slice(0, 1) : typed;
  const from = wanted.length === 1 ? here + 1 : Math.max(0, here);
  const order = options.map((_, at) => (from + at) % options.length);
  return order.find((at) => options[at]?.startsWith(wanted)) ?? -1;
}
