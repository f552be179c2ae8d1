"use client";

import { useState } from "react";
import type { Queue } from "#lib/contract/queues.ts";

const CLOSED_KEY = "spindle-desk-guidelines-closed";

export type Guidelines = { isOpen: boolean; flip: (() => void) | null };

/** Whether the guidelines show; as the annotator left them last time, and at first where there is room. */
export function useGuidelines(queue: Queue): Guidelines {
  const hasText = queue.description.trim() !== "";
  const [isOpen, setOpen] = useState(startsOpen);
  if (!hasText) return { isOpen: false, flip: null };
  return {
    isOpen,
    flip: () => {
      setOpen(!isOpen);
      remember(isOpen);
    },
  };
}

function startsOpen(): boolean {
  try {
    const isClosed = localStorage.getItem(CLOSED_KEY);
    return isClosed === null ? window.matchMedia("(min-width: 64rem)").matches : isClosed !== "true";
  } catch {
    return true;
  }
}

function remember(isClosed: boolean): void {
  try {
    localStorage.setItem(CLOSED_KEY, String(isClosed));
  } catch {
    // Without storage they start as for the first time.
  }
}
