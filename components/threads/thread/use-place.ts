import { useState } from "react";

/**
 * The turn that is read, counted from 0. It is kept for as long as the browser's tab lives, so that a reader who comes back to a thread goes
 * on where they were.
 */
export function usePlace(thread: string, total: number) {
  const key = `spindle-turn:${thread}`;
  const [initialIndex] = useState(() => Math.min(placeIn(sessionStorage.getItem(key)), total - 1));
  const [current, setState] = useState(initialIndex);
  const setCurrent = (index: number) => {
    if (index === current) return;
    setState(index);
    sessionStorage.setItem(key, String(index));
  };
  return { initialIndex, current: Math.min(current, total - 1), setCurrent };
}

function placeIn(stored: string | null): number {
  const place = Number(stored ?? 0);
  return Number.isInteger(place) && place >= 0 ? place : 0;
}
