"use client";

import { type RefObject, useLayoutEffect } from "react";
import { JUDGED } from "./judged-frame.tsx";
import { openingScroll } from "./judged-in-sight.ts";

/** How far each box was scrolled by this page and not by its reader. */
const placed = new WeakMap<Element, number>();

/** Whether a box lies as its call opened, so that nobody has scrolled it. */
export function liesAsOpened(box: Element): boolean {
  const at = placed.get(box);
  return at !== undefined && Math.abs(box.scrollTop - at) <= 1;
}

/**
 * Opens a call with the beginning of the answer in view. Calls made for the answer load later and push it down, so the position is kept until
 * the reader moves: by scrolling, by a press or a key inside, or when `isReadOn` is set.
 */
export function useJudgedInSight(scroller: RefObject<HTMLElement | null>, isReadOn: boolean): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content || isReadOn) return;
    const observer = new ResizeObserver(() => place(box));
    const stopping = new AbortController();
    const stop = () => {
      observer.disconnect();
      stopping.abort();
      placed.delete(box);
    };
    place(box);
    observer.observe(box);
    observer.observe(content);
    const { signal } = stopping;
    box.addEventListener("scroll", () => liesAsOpened(box) || stop(), { signal, passive: true });
    for (const act of ["pointerdown", "keydown"]) box.addEventListener(act, stop, { signal });
    return stop;
  }, [scroller, isReadOn]);
}

function place(box: HTMLElement): void {
  const judged = box.querySelector(`[${JUDGED}]`)?.getBoundingClientRect();
  if (!judged) return;
  const top = judged.top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = openingScroll({ top, height: judged.height, viewHeight: box.clientHeight });
  placed.set(box, box.scrollTop);
}
