import { searchPattern } from "#lib/contract/search-pattern.ts";

/** A text that can be searched, and the place where it is shown. */
export type FindText = { anchor: string; text: string };
/** `nth` counts from 0 within its text; `offset` and `length` are in UTF-16 units. */
export type Match = { anchor: string; offset: number; length: number; nth: number };

/** Searches so many characters at a time, so that the page stays responsive. */
const WINDOW_CHARS = 128_000;

/**
 * Finds every place where texts hold `query`, in order, whatever its case and without overlaps. Gives the matches of one window after
 * the other, so that the caller can stop or rest between.
 */
export function* findMatches(texts: Iterable<FindText>, query: string): Generator<Match[]> {
  const pattern = searchPattern(query);
  for (const { anchor, text } of texts) {
    let nth = 0;
    for (let start = 0; start < text.length; ) {
      const matches: Match[] = [];
      const end = start + WINDOW_CHARS;
      pattern.lastIndex = 0;
      // A match may begin in one window and end in the next.
      const part = text.slice(start, end + query.length * 2);
      let next = end;
      for (let hit = pattern.exec(part); hit && start + hit.index < end; hit = pattern.exec(part)) {
        matches.push({ anchor, offset: start + hit.index, length: hit[0].length, nth: nth++ });
        next = Math.max(next, start + hit.index + hit[0].length);
      }
      yield matches;
      start = next;
    }
  }
}
