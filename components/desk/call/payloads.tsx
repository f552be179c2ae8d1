"use client";

import { useEffect } from "react";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { usePayloads } from "./use-payloads.ts";

type PayloadsProps = { place: DeskPlace; store: DeskStore; onReady: (count: number) => void };

/** Loads what comes next. It shows nothing, so that nothing of the desk is drawn anew for what is loaded ahead. */
export function Payloads({ place, store, onReady }: PayloadsProps) {
  const ready = usePayloads(place, store);
  useEffect(() => onReady(ready), [ready, onReady]);
  return null;
}
