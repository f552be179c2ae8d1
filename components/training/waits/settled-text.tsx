"use client";

import { formatCount } from "#components/ui/text/format.ts";
import type { RlFallback } from "#lib/contract/annotation/awaited.ts";
import type { RlPeople } from "#lib/contract/reinforcement/rl-people.ts";
import { DeadlineTime } from "./deadline-time.tsx";
import { FALLBACK_WORDS } from "./fallback-words.ts";

/** `Nobody answered 3 of 4 replies by 18:00; the graders decided.` Nothing where people decided about all, or still can. */
export function SettledText({ people, fallback }: { people: RlPeople; fallback: RlFallback }) {
  const { parked, answered, deadline, settledAt } = people;
  const left = parked - answered;
  if (settledAt === null || left <= 0) return null;
  const replies = `${formatCount(left)} of ${formatCount(parked)} ${parked === 1 ? "reply" : "replies"}`;
  const words = FALLBACK_WORDS[fallback][left === 1 ? "pastOfOne" : "past"];
  // A queue that is archived, or people who differ, leave nothing to wait for.
  if (settledAt < deadline)
    return (
      <>
        People did not decide {replies}; {words}.
      </>
    );
  return (
    <>
      Nobody answered {replies} by <DeadlineTime deadline={deadline} />; {words}.
    </>
  );
}
