"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** Quality is dear to compute: however many answers come in, it is read again no sooner than this. */
const REST_MS = 15_000;

/** Gives a function to call with each change of a queue, which has its quality read again, but not with each. */
export function useQualityRefresh(projectId: string, queueId: string): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ["queue-quality", projectId, queueId] });
    }, REST_MS);
  };
}
