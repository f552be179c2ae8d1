import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import { asUnsent, type Draft, feedbackOf, problemsOf } from "#components/desk/state/draft.ts";
import { askedFields } from "#components/desk/state/field-conditions.ts";
import { callRef } from "#components/feedback/feedback-queries.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";

export type Saying = {
  place: DeskPlace;
  queue: Pick<Queue, "fieldRules">;
  fields: readonly AnnotationField[];
  item: Pick<DeskItem, "callId" | "pairCallId">;
  draft: Draft;
};

/** Everything that a draft says, as it would stand once it is sent; what is wrong in it is left out. */
export function saidFeedback({ place, queue, fields, item, draft }: Saying): FeedbackItem[] {
  const { projectId, queueId } = place;
  const { callId, pairCallId } = item;
  const asked = askedFields(fields, queue.fieldRules, draft);
  const { correction } = problemsOf(draft, asked, []);
  const about = {
    projectId,
    queueId,
    weaveRef: callRef(projectId, callId),
    pairRef: pairCallId === null ? null : callRef(projectId, pairCallId),
    creator: "",
  };
  return feedbackOf(asUnsent(correction === undefined ? draft : { ...draft, correction: null }), asked, about)
    .feedback;
}
