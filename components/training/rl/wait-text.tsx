"use client";

import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { formatClock, formatCount, formatExact } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";
import type { RlFallback, RlPeople } from "#lib/contract/reinforcement/rl-people.ts";
import { FALLBACK_WORDS } from "./rl-words.ts";

/** `20 of 24 replies still need a rating by 18:00; after that the graders decide.` */
export function WaitText({ parked, answered, deadline, fallback }: RlPeople & { fallback: RlFallback }) {
  const left = Math.max(0, parked - answered);
  return (
    <>
      {formatCount(left)} of {formatCount(parked)} {parked === 1 ? "reply" : "replies"} still{" "}
      {left === 1 ? "needs" : "need"} a rating by <DeadlineTime deadline={deadline} />; after that{" "}
      {FALLBACK_WORDS[fallback].end}.
    </>
  );
}

const HOUR_MS = 3_600_000;

/** What ends soon is said by the clock, in the reader's own time once the page's script runs. */
function DeadlineTime({ deadline }: { deadline: Date }) {
  const drawnAt = useDrawnAt();
  const zone = useHydrated() ? undefined : "UTC";
  const isSoon = deadline.getTime() - drawnAt < 20 * HOUR_MS;
  return (
    <time dateTime={deadline.toISOString()} title={formatExact(deadline, zone)} className="tabular-nums">
      {isSoon ? formatClock(deadline, zone) : formatExact(deadline, zone)}
    </time>
  );
}
