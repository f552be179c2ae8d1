"use client";

import { formatCount } from "#components/ui/text/format.ts";
import type { RlFallback } from "#lib/contract/annotation/awaited.ts";
import type { RlPeople } from "#lib/contract/reinforcement/rl-people.ts";
import { DeadlineTime } from "./deadline-time.tsx";
import { FALLBACK_WORDS } from "./fallback-words.ts";

type Awaited = Omit<RlPeople, "settledAt"> & { fallback: RlFallback };

/** `20 of 24 replies still need a rating by 18:00; after that the graders decide.` */
export function WaitText({ parked, answered, deadline, fallback }: Awaited) {
  const left = Math.max(0, parked - answered);
  return (
    <>
      {formatCount(left)} of {formatCount(parked)} {parked === 1 ? "reply" : "replies"} still{" "}
      {left === 1 ? "needs" : "need"} a rating by <DeadlineTime deadline={deadline} />; after that{" "}
      {FALLBACK_WORDS[fallback].end}.
    </>
  );
}
