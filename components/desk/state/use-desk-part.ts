"use client";

import { useRef, useSyncExternalStore } from "react";
import type { DeskState } from "./desk-state.ts";
import type { DeskStore } from "./desk-store.ts";

/** One part of the desk's state; its readers only render again when that part changes. */
export function useDeskPart<T>(
  store: DeskStore,
  read: (state: DeskState) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ part: T } | null>(null);
  const readPart = () => {
    const part = read(store.read());
    if (last.current === null || !isSame(last.current.part, part)) last.current = { part };
    return last.current.part;
  };
  return useSyncExternalStore(store.subscribe, readPart, readPart);
}

export function areSameLists<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
