"use client";

import { useSyncExternalStore } from "react";
import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { formatExact, formatRelative } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";

/** One clock for every relative time on the page; it moves once a minute and stops when nobody looks. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMinute = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMinute = Date.now();
    for (const notify of listeners) notify();
  }, 60_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      nowMinute = 0;
    }
  };
}

function readClock(): number {
  if (nowMinute === 0) nowMinute = Date.now();
  return nowMinute;
}

type TimeProps = {
  value: string | Date | null;
  /** A sentence after the exact moment. */
  note?: string;
  className?: string | undefined;
};

/** Shows a moment relative to now, with the exact one on hover. Until the page's script runs its days are those of UTC. */
export function Time({ value, note, className }: TimeProps) {
  const drawnAt = useDrawnAt();
  const now = useSyncExternalStore(subscribe, readClock, () => drawnAt);
  const isHydrated = useHydrated();
  const at = typeof value === "string" ? new Date(value) : value;
  if (at === null)
    return (
      <span title="The source of this call gives no time" className={className}>
        –
      </span>
    );
  if (Number.isNaN(at.getTime())) return <span className={className}>–</span>;
  const iso = at.toISOString();
  return (
    <time
      dateTime={iso}
      title={[isHydrated ? formatExact(at) : iso, ...(note ? [note] : [])].join(". ")}
      className={className}
    >
      {formatRelative(at, new Date(now + clockLagMs(at.getTime() - now)), isHydrated ? undefined : "UTC")}
    </time>
  );
}

/** The shared clock may be a minute slow; anything newer is not in the future. */
function clockLagMs(aheadMs: number): number {
  return aheadMs > 0 && aheadMs <= 60_000 ? aheadMs : 0;
}
