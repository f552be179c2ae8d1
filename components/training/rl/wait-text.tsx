"use client";

import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { countOf, formatClock, formatCount, formatExact } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";
import type { RlFallback, RlPeople } from "#lib/contract/reinforcement/rl-people.ts";
import { FALLBACK_WORDS } from "./rl-words.ts";

/** `20 of 24 answers are wanted until 18:00, then the graders decide.` */
export function WaitText({ parked, answered, deadline, fallback }: RlPeople & { fallback: RlFallback }) {
  const left = Math.max(0, parked - answered);
  return (
    <>
      {formatCount(left)} of {countOf(parked, "answer")} {left === 1 ? "is" : "are"} wanted, until{" "}
      <DeadlineTime deadline={deadline} />, {FALLBACK_WORDS[fallback].end}.
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
