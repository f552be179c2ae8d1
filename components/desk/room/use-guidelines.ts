"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { hasItemOpen } from "#components/desk/state/desk-state.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { outdatedReading } from "./guidelines-news.ts";
import type { Desk } from "./use-desk.ts";

/** Of each queue, the guidelines that were folded last: by hand, or because an item was done with them open. */
const FOLDED_KEY = "spindle-desk-guidelines-folded";
const MAX_REMEMBERED = 50;

export type Guidelines = {
  isOpen: boolean;
  flip: (() => void) | null;
  /** What they said when they were read last; null while they still say it. */
  before: string | null;
  markRead: () => void;
};

/**
 * Whether the guidelines are open. If there is room, they are open until the first item is done, and then folded until they change or
 * somebody opens them. Guidelines that a lead changes count as read once they are opened, or once the annotator confirms. `onOpen` scrolls to
 * them.
 */
export function useGuidelines({ id, description }: Queue, desk: Desk, onOpen: () => void): Guidelines {
  const [isOpen, setOpen] = useState(() => startsOpen(id, description));
  const { store, finished, readGuidelines, acts } = desk;
  useFoldingAfter(finished, () => {
    if (!isOpen || wasFolded(id, description)) return;
    setOpen(false);
    rememberFolded(id, description);
  });
  const markRead = () => acts.readGuidelines(description);
  useEffect(() => {
    if (store.read().readGuidelines === null) acts.readGuidelines(description);
  }, [store, acts, description]);
  const flip = () => {
    setOpen(!isOpen);
    if (isOpen) rememberFolded(id, description);
    if (isOpen || !hasItemOpen(desk)) return;
    onOpen();
    markRead();
  };
  const hasText = description.trim() !== "";
  return {
    isOpen: isOpen && hasText,
    flip: hasText ? flip : null,
    before: outdatedReading(readGuidelines, description),
    markRead,
  };
}

/** Once more is done than when the desk was opened or looked at last. */
function useFoldingAfter(done: number, fold: () => void): void {
  const before = useRef(done);
  const act = useEffectEvent(fold);
  useEffect(() => {
    if (done > before.current) act();
    before.current = done;
  }, [done]);
}

function startsOpen(queueId: string, text: string): boolean {
  return !wasFolded(queueId, text) && window.matchMedia("(min-width: 64rem)").matches;
}

function wasFolded(queueId: string, text: string): boolean {
  return folded().some(([id, known]) => id === queueId && known === text);
}

function folded(): [queueId: string, text: string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(FOLDED_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}

function rememberFolded(queueId: string, text: string): void {
  try {
    const others = folded().filter(([id]) => id !== queueId);
    localStorage.setItem(FOLDED_KEY, JSON.stringify([...others.slice(1 - MAX_REMEMBERED), [queueId, text]]));
  } catch {
    // Without storage they start as for the first time.
  }
}
