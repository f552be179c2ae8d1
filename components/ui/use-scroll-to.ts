"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

/**
 * Scrolls a virtual list to a line, once for each `stamp`. Heights are estimates until lines are rendered, so it scrolls again with each
 * render until the line is rendered, and then leaves the list to its reader.
 */
export function useScrollTo<S extends Element, I extends Element>(
  virtual: Virtualizer<S, I>,
  { index, stamp, align }: { index: number | null; stamp: number; align: "auto" | "center" },
): void {
  const reached = useRef<number | null>(null);
  useEffect(() => {
    if (index === null || reached.current === stamp) return;
    if (virtual.getVirtualItems().some((item) => item.index === index)) reached.current = stamp;
    virtual.scrollToIndex(index, { align });
  });
}
