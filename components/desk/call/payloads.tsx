"use client";

import { useEffect } from "react";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { usePayloads } from "./use-payloads.ts";

type PayloadsProps = { place: DeskPlace; store: DeskStore; onReady: (count: number) => void };

/** Loads the next items. Renders nothing, so that loading ahead does not render the desk again. */
export function Payloads({ place, store, onReady }: PayloadsProps) {
  const ready = usePayloads(place, store);
  useEffect(() => onReady(ready), [ready, onReady]);
  return null;
}
