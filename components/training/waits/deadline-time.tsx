"use client";

import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { formatDeadline, formatExact } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";

/** What ends today or tomorrow is said by the clock, in the reader's own time once the page's script runs. */
export function DeadlineTime({ deadline }: { deadline: Date }) {
  const now = new Date(useDrawnAt());
  const zone = useHydrated() ? undefined : "UTC";
  return (
    <time dateTime={deadline.toISOString()} title={formatExact(deadline, zone)} className="tabular-nums">
      {formatDeadline(deadline, now, zone)}
    </time>
  );
}
