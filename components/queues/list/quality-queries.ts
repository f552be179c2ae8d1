import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { type FieldAgreement, getQueueQuality } from "#lib/contract/annotation/queue-quality.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type QueueQuality = ReplyOf<typeof getQueueQuality>;
export type QualityAsked = { queueId: string; fieldRef: string | null; includeJudges: boolean };

/** Intervals take the service a while; what was computed stays good for this long even though answers come in. */
const STALE_AFTER_MS = 60_000;

/** How good the answers of a queue are. Kept apart from what every answer refreshes. */
export function queueQualityQuery(projectId: string, asked: QualityAsked) {
  const { queueId, fieldRef, includeJudges } = asked;
  return queryOptions({
    queryKey: ["queue-quality", projectId, queueId, fieldRef, includeJudges],
    queryFn: ({ signal }) =>
      call(
        getQueueQuality,
        { projectId, queueId, includeJudges, ...(fieldRef ? { fieldRef } : {}) },
        { signal },
      ),
    staleTime: STALE_AFTER_MS,
  });
}

/** Fewer pairs of answers than these say little. */
export const ENOUGH_PAIRS = 20;

/** The field that most needs a look: the least α of those with enough pairs, else of all that have one. */
export function weakestField(fields: readonly FieldAgreement[]): FieldAgreement | null {
  const known = fields.filter(({ alpha }) => alpha.value !== null);
  const firm = known.filter(({ pairs }) => pairs >= ENOUGH_PAIRS);
  const ranked = (firm.length > 0 ? firm : known).toSorted(
    (a, b) => (a.alpha.value ?? 0) - (b.alpha.value ?? 0),
  );
  return ranked[0] ?? null;
}
