"use client";

import { createContext, useContext } from "react";
import type { Queue } from "#lib/contract/annotation/queues.ts";

const QueueContext = createContext<Queue | null>(null);
export const QueueProvider = QueueContext.Provider;

/** The queue of the page. Only below a `QueueFrame`. */
export function useQueue(): Queue {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error("useQueue needs a QueueFrame around it");
  return queue;
}
