"use client";

import { useEffect, useState } from "react";
import type { Queue } from "#lib/contract/queues.ts";
import { hasItemOpen } from "./desk-state.ts";
import { outdatedReading } from "./guidelines-news.ts";
import type { Desk } from "./use-desk.ts";

const CLOSED_KEY = "spindle-desk-guidelines-closed";

export type Guidelines = {
  isOpen: boolean;
  flip: (() => void) | null;
  /** What they said when they were read last; null while they still say it. */
  before: string | null;
  markRead: () => void;
};

/**
 * Whether the guidelines show: as the annotator left them last time, and at first where there is room. Those that a lead changes
 * meanwhile count as read once they are opened, or once the annotator says so. `onOpen` makes sure that they are in sight.
 */
export function useGuidelines({ description }: Queue, desk: Desk, onOpen: () => void): Guidelines {
  const [isOpen, setOpen] = useState(startsOpen);
  const { store, state } = desk;
  const markRead = () => store.dispatch({ type: "guidelinesRead", text: description });
  useEffect(() => {
    if (store.read().readGuidelines === null) store.dispatch({ type: "guidelinesRead", text: description });
  }, [store, description]);
  const flip = () => {
    setOpen(!isOpen);
    remember(isOpen);
    if (isOpen || !hasItemOpen(desk)) return;
    onOpen();
    markRead();
  };
  const hasText = description.trim() !== "";
  return {
    isOpen: isOpen && hasText,
    flip: hasText ? flip : null,
    before: outdatedReading(state.readGuidelines, description),
    markRead,
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
