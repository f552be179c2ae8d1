import { searchPattern } from "#lib/contract/search-pattern.ts";

export type MarkedPart = { text: string; isMatch: boolean };

/** A text in parts that together are the text: what a search finds in it, and what stands between. */
export function markedParts(text: string, query: string): MarkedPart[] {
  if (query === "") return [{ text, isMatch: false }];
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(searchPattern(query))) {
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Characters before a match that fit into a narrow cell together with it. */
const LEAD = 16;

/** A text for a line that is truncated at its end: if the first match is far in, starts at a word shortly before it. */
export function fromMatch(text: string, query: string): string {
  if (query === "") return text;
  const at = text.search(searchPattern(query));
  if (at <= 2 * LEAD) return text;
  const space = text.indexOf(" ", at - LEAD);
  return `…${text.slice(space === -1 || space >= at ? at : space + 1)}`;
}
