"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Revealed } from "#components/ui/mount/reveal.tsx";
import { searchPattern } from "#lib/contract/search-pattern.ts";
import type { Match } from "./find-matches.ts";

/** More than anybody sees at once. */
const MAX_PAINTED = 2_000;
const ALL = "find";
const CURRENT = "find-current";

type Highlights = {
  query: string;
  current: Match | null;
  /** What is to be brought into sight, as soon as it is drawn. */
  revealed: Revealed | null;
};

/** Paints what is found without touching the page's elements, and scrolls to what was asked for once its fold has opened. */
export function useHighlights(
  root: RefObject<HTMLElement | null>,
  { query, current, revealed }: Highlights,
): void {
  const shown = useRef<Revealed | null>(null);
  useEffect(() => {
    const box = root.current;
    if (!box || (query === "" && !revealed)) return;
    const paint = () => {
      const found = query === "" ? [] : rangesIn(box, query);
      const now = current ? currentRange(box, current, found) : null;
      paintRanges(ALL, found);
      paintRanges(CURRENT, now ? [now] : []);
      // Once only, so that the search keeps the focus and the place of those who type on.
      if (!revealed || shown.current === revealed) return;
      const target = elementAt(box, revealed.anchor, revealed.offset);
      if (!target) return;
      shown.current = revealed;
      const isJump = revealed.offset === null;
      const place = isJump ? target : (now?.startContainer.parentElement ?? target);
      place.scrollIntoView({ block: "center" });
      if (isJump) focusOn(target);
    };
    let frame = requestAnimationFrame(paint);
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(paint);
    });
    observer.observe(box, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      paintRanges(ALL, []);
      paintRanges(CURRENT, []);
    };
  }, [root, query, current, revealed]);
}

/** Where a jump leads, the keys lead, too. */
function focusOn(element: HTMLElement): void {
  const control = element.querySelector<HTMLElement>("summary") ?? element;
  control.focus({ preventScroll: true });
}

function paintRanges(name: string, ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else {
    const highlight = new Highlight(...ranges);
    highlight.priority = name === CURRENT ? 1 : 0;
    CSS.highlights.set(name, highlight);
  }
}

/** Only what stands in a place is searched, and not the names of buttons around it. */
function rangesIn(box: HTMLElement, query: string): Range[] {
  const pattern = searchPattern(query);
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX_PAINTED; node = walker.nextNode()) {
    if (!node.parentElement?.closest("[data-anchor]") || node.parentElement.closest("button")) continue;
    pattern.lastIndex = 0;
    const text = node.nodeValue ?? "";
    for (let hit = pattern.exec(text); hit; hit = pattern.exec(text))
      ranges.push(rangeOf(node, hit.index, hit[0].length));
  }
  return ranges;
}

function rangeOf(node: Node, start: number, length: number): Range {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, start + length);
  return range;
}

/** Where text stands as it was written, by its offset; where it was formatted, by counting. */
function currentRange(box: HTMLElement, match: Match, found: readonly Range[]): Range | null {
  const element = elementAt(box, match.anchor, match.offset);
  if (!element) return null;
  const own = found.filter(({ startContainer }) => element.contains(startContainer));
  const from = element.dataset.from;
  const nth =
    from === undefined
      ? match.nth
      : own.findIndex((range) => offsetIn(element, range) >= match.offset - Number(from));
  return own[nth] ?? own.at(-1) ?? null;
}

function offsetIn(element: HTMLElement, { startContainer, startOffset }: Range): number {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(startContainer, startOffset);
  return before.toString().length;
}

/** The element that shows a place; of a text in pieces, the one that holds `offset`. Places are callers' words and no selectors. */
function elementAt(box: HTMLElement, anchor: string, offset: number | null): HTMLElement | null {
  const own = [...box.querySelectorAll<HTMLElement>("[data-anchor]")].filter(
    (one) => one.dataset.anchor === anchor,
  );
  if (offset === null) return own[0] ?? null;
  // Of two, one inside the other, the inner one holds the text itself.
  const pieces = own.filter(({ dataset }) => dataset.from !== undefined);
  if (pieces.length === 0) return own[0] ?? null;
  return (
    pieces.find(({ dataset, textContent }) => {
      const from = Number(dataset.from);
      return offset >= from && offset < from + textContent.length;
    }) ?? null
  );
}
