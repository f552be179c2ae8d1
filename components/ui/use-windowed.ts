"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useReducer } from "react";

type Options<S extends Element, I extends Element> = Parameters<typeof useVirtualizer<S, I>>[0];

/**
 * A list of which only what is in sight is drawn. Where a parent draws the scroller, React attaches its ref after the layout effects of
 * the list, which then finds no scroller and would stay empty until something else happened to draw it: so it is drawn once more.
 */
export function useWindowed<S extends Element, I extends Element>(options: Options<S, I>): Virtualizer<S, I> {
  const virtual = useVirtualizer<S, I>(options);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (virtual.scrollElement === null) drawAgain();
  }, [virtual]);
  return virtual;
}
