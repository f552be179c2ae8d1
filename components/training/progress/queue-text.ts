import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import type { getTrainingQueue } from "#lib/contract/training/training-queue.ts";

/** Where a waiting job stands, for its owner. */
export function queueText(ahead: number): string {
  if (ahead === 0) return "Next for its model. It starts when a trainer is free.";
  return `${countOf(ahead, "job")} of this model must end before it starts.`;
}

type Queue = Pick<ReplyOf<typeof getTrainingQueue>, "waiting" | "waitingCount">;

/** Its number among all that wait; null where it waits alone, or that is not known. */
export function placeText(queue: Queue | null, jobId: string): string | null {
  if (queue === null || queue.waiting.length < 2) return null;
  const place = queue.waiting.findIndex(({ id }) => id === jobId);
  return place < 0 ? null : `It is number ${place + 1} of ${formatCount(queue.waitingCount)} waiting.`;
}

/** Why a queued job does not begin, as sentences. */
export function whyQueued(
  { id, waitingFor, queuePosition }: Pick<TrainingJobDetail, "id" | "waitingFor" | "queuePosition">,
  queue: Queue | null,
): string {
  if (waitingFor !== null && waitingFor !== WAITS_FOR_TURN)
    return `It is waiting. ${waitingFor[0]?.toUpperCase()}${waitingFor.slice(1)}. It continues by itself.`;
  const first = waitingFor === null ? queueText(queuePosition ?? 0) : "Other jobs have their turn.";
  return [first, placeText(queue, id)].filter((sentence) => sentence !== null).join(" ");
}
