"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** How far a finger must go, and how much more sideways than up or down. */
const FAR_PX = 88;
const BEGINS_PX = 16;
const SLOPE = 2;

export type Swipe = { direction: "left" | "right"; isFar: boolean };

type Swipes = { isOffered: boolean; onSwipe: (direction: Swipe["direction"]) => void };

/** Follows a finger that goes sideways over an element; gives what it would do if it were lifted now. */
export function useSwipe(area: RefObject<HTMLElement | null>, { isOffered, onSwipe }: Swipes): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const finish = useEffectEvent((made: Swipe | null) => {
    setSwipe(null);
    if (made?.isFar) onSwipe(made.direction);
  });
  useEffect(() => {
    const element = area.current;
    if (!element || !isOffered) return;
    return follow(element, { onMove: setSwipe, onEnd: (made) => finish(made) });
  }, [area, isOffered]);
  return swipe;
}

type Follower = { onMove: (swipe: Swipe | null) => void; onEnd: (swipe: Swipe | null) => void };

function follow(element: HTMLElement, { onMove, onEnd }: Follower): () => void {
  let start: { x: number; y: number } | null = null;
  let swipe: Swipe | null = null;
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0];
    const isAlone = event.touches.length === 1 && touch && mayBegin(event.target, element);
    start = isAlone ? { x: touch.clientX, y: touch.clientY } : null;
    swipe = null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    const found = swipeOf(touch.clientX - start.x, touch.clientY - start.y);
    // What began as scrolling stays scrolling.
    if (found === "scroll" || isSelecting()) start = null;
    const next = start && found !== "scroll" ? found : null;
    if (next?.direction !== swipe?.direction || next?.isFar !== swipe?.isFar) onMove(next);
    swipe = next;
  };
  const end = (event: TouchEvent) => {
    onEnd(event.type === "touchend" && start && !isSelecting() ? swipe : null);
    start = null;
    swipe = null;
  };
  const passive = { passive: true };
  element.addEventListener("touchstart", begin, passive);
  element.addEventListener("touchmove", move, passive);
  element.addEventListener("touchend", end);
  element.addEventListener("touchcancel", end);
  return () => {
    element.removeEventListener("touchstart", begin);
    element.removeEventListener("touchmove", move);
    element.removeEventListener("touchend", end);
    element.removeEventListener("touchcancel", end);
  };
}

function swipeOf(x: number, y: number): Swipe | null | "scroll" {
  if (Math.abs(y) > BEGINS_PX && Math.abs(y) * SLOPE > Math.abs(x)) return "scroll";
  if (Math.abs(x) < BEGINS_PX || Math.abs(x) < Math.abs(y) * SLOPE) return null;
  return { direction: x > 0 ? "right" : "left", isFar: Math.abs(x) >= FAR_PX };
}

/** Not in a field, and not in what scrolls sideways itself. */
function mayBegin(target: EventTarget | null, area: HTMLElement): boolean {
  if (!(target instanceof Element) || target.closest("input, textarea, [contenteditable]") || isSelecting())
    return false;
  for (let at: Element | null = target; at && at !== area; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== "visible") return false;
  return true;
}

function isSelecting(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
