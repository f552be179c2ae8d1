"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createOutbox, type Outbox, type OutboxState } from "./outbox.ts";
import { isFinal, pauseBeforeRetry } from "./sending-rules.ts";

const NOTHING: OutboxState = { waiting: 0, isStuck: false };

/** The outbox of a desk. What is in it when the desk closes is still sent. */
export function useOutbox(): [Outbox, OutboxState] {
  const [outbox] = useState(() => createOutbox({ isFinal, pause: pauseBeforeRetry }));
  const state = useSyncExternalStore(outbox.subscribe, outbox.read, () => NOTHING);
  return [outbox, state];
}

/** Asks before the tab is closed while something in it would be lost. */
export function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
