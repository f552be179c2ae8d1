"use client";

import { useSyncExternalStore } from "react";
import { late } from "#components/ui/mount/late.tsx";
import { useWasEver } from "#components/ui/use-was-ever.ts";
import { readToasts, subscribeToToasts, type ToastEntry } from "./toast-store.ts";

const NO_TOASTS: readonly ToastEntry[] = [];

const ToastList = late(() => import("./toast-list.tsx").then((file) => file.ToastList), { when: "idle" });

/** Mounted once, in the root. Nothing of it is there before there is something to say. */
export function Toaster() {
  const entries = useSyncExternalStore(subscribeToToasts, readToasts, () => NO_TOASTS);
  return useWasEver(entries.length > 0) ? <ToastList entries={entries} /> : null;
}
