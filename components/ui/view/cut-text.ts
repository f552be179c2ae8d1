import { countOf, formatBytes } from "#components/ui/text/format.ts";

/** What is this long is shown as its size. */
const LONG_CHARS = 256_000;

/** The beginning of a text, never between the two halves of one character. */
export function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Whether it is worth folding: the rest would be more than a few words. */
export function isFolded(text: string, closedAbove: number): boolean {
  return text.length > closedAbove * 1.25;
}

/** `14,200 characters`, `1.2 MB` */
export function sizeOfText(text: string): string {
  return text.length > LONG_CHARS ? formatBytes(text.length) : countOf(text.length, "character");
}
