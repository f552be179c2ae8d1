"use client";

import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { formatClock, formatExact } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";

const HOUR_MS = 3_600_000;

/** What ends soon is said by the clock, in the reader's own time once the page's script runs. */
export function DeadlineTime({ deadline }: { deadline: Date }) {
  const drawnAt = useDrawnAt();
  const zone = useHydrated() ? undefined : "UTC";
  const isSoon = deadline.getTime() - drawnAt < 20 * HOUR_MS;
  return (
    <time dateTime={deadline.toISOString()} title={formatExact(deadline, zone)} className="tabular-nums">
      {isSoon ? formatClock(deadline, zone) : formatExact(deadline, zone)}
    </time>
  );
}
