import type { Ctx } from "#lib/access/context.ts";
import { ANNOTATION_PREFIX } from "#lib/annotation/annotation-prefix.internal.ts";
import { askedVersion, fieldName } from "#lib/annotation/field-lineage.internal.ts";
import type { Move } from "#lib/annotation/slots/own-progress.internal.ts";
import type { DeskRules } from "#lib/annotation/slots/require-annotator.internal.ts";
import { normalizeRef, parseRef } from "#lib/compat/refs/ref.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { answerItem } from "#lib/contract/annotation/queue-work.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { columns, of, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { invalidAt, MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { findFieldFaults } from "#lib/traces/feedback/find-field-faults.ts";
import { storeAnswer } from "#lib/traces/feedback/store-answer.ts";

type Answer = InputOf<typeof answerItem>;
const CALLS = columns(of("queue_item i", "callId", "pairCallId"));
type Calls = RowOf<typeof CALLS>;

/** Stores the feedback of an answer as that of its queue, in the place of what it replaces. */
export async function storeAnswers(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  move: Move,
  { feedback, replaced }: Answer,
): Promise<FeedbackResult[]> {
  if (feedback.length === 0 && replaced.length === 0) return [];
  const calls = await callsOf(ctx.db, move);
  requireOwnPlace(ctx, { feedback, queueId: move.queueId, calls });
  requireOneForEach(feedback);
  const items = feedback.map((item) => ({ ...item, queueId: move.queueId }));
  return storeAnswer(ctx, { items, replaced });
}

/**
 * What is sent under an earlier version of a field, such as an answer that was on its way when a lead changed it, fits the version that is
 * asked now.
 */
export async function requireFit(
  { db, project }: Pick<Ctx, "db" | "project">,
  { feedback }: Answer,
  scorerRefs: readonly string[],
): Promise<void> {
  const problems: Problem[] = [];
  for (const [index, { annotationRef, payload }] of feedback.entries()) {
    const ref = annotationRef === undefined ? null : normalizeRef(annotationRef);
    const asked = ref === null ? null : askedVersion(scorerRefs, ref);
    if (asked === null || asked === ref) continue;
    const fault = (await findFieldFaults(db, project, new Map([[asked, payload.value]]))).get(asked);
    if (fault !== undefined)
      problems.push(
        problemAt(["body", "feedback", index, "payload"], {
          type: "value_error",
          text: `the field has changed to ${asked} since: ${fault}`,
        }),
      );
  }
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

export function requireSkipReason(reason: string | undefined): void {
  if (reason !== undefined && reason.trim() !== "") return;
  throw invalidAt(["body", "skip_reason"], {
    type: "value_error",
    text: "this queue requires a reason to skip; send one",
  });
}

/**
 * Every required field has an annotation of the annotator's on the item's call, stored now or before, under whichever version of the
 * field; one that is asked again has an annotation since then.
 */
export async function requireFields(
  db: Db,
  move: Move,
  { requiredRefs, scorerRefs }: Pick<DeskRules, "requiredRefs" | "scorerRefs">,
): Promise<void> {
  if (requiredRefs.length === 0) return;
  const names = requiredRefs.map(fieldName);
  const rows = await db.query(
    sql`
      select ${columns({ ref: text(sql`required.ref`) })}
      from unnest(${requiredRefs}::text[], ${names}::text[]) with ordinality as required (ref, name, place)
      where not exists (
        select from queue_item i
        join feedback f on f.project_id = i.project_id and f.call_id in (i.call_id, i.pair_call_id)
        left join item_progress p on p.project_id = i.project_id and p.item_id = i.id and p.annotator_id = f.user_id
        where i.project_id = ${move.projectId} and i.id = ${move.itemId}
          and f.user_id = ${move.annotatorId} and f.queue_id = ${move.queueId}
          and f.feedback_type = ${ANNOTATION_PREFIX} || required.name
          and (f.annotation_ref = required.ref or f.annotation_ref <> all(${scorerRefs}::text[]))
          and (p.asked_at is null or not required.name = any(p.asked_again) or f.created_at >= p.asked_at))
      order by required.place`,
    "missing-fields",
  );
  const problems = rows.map(({ ref }) =>
    problemAt(["body", "feedback"], { type: "value_error", text: `the field ${ref} is required; answer it` }),
  );
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** A completed pair has the annotator's verdict, stored now or before. */
export async function requireVerdict(db: Db, move: Move): Promise<void> {
  const missing = await db.query(
    sql`
      select 1 from queue_item i
      where i.project_id = ${move.projectId} and i.id = ${move.itemId} and i.pair_call_id is not null
        and not exists (
          select from feedback f
          where f.project_id = i.project_id and f.call_id = i.call_id and f.user_id = ${move.annotatorId}
            and f.queue_id = ${move.queueId} and f.feedback_type = ${PREFERENCE_TYPE})`,
    "missing-verdict",
  );
  if (missing.length === 0) return;
  throw invalidAt(["body", "feedback"], {
    type: "value_error",
    text: `a pair needs a verdict; send feedback of the type ${PREFERENCE_TYPE} about its first call`,
  });
}

async function callsOf(db: Db, { projectId, itemId }: Move): Promise<Calls> {
  const [calls] = await db.query(
    sql`
      select ${CALLS} from queue_item i
      where i.project_id = ${projectId} and i.id = ${itemId}`,
    "calls-of-item",
  );
  return calls ?? { callId: "", pairCallId: null };
}

type Sent = { feedback: FeedbackItem[]; queueId: string; calls: Calls };

/** An answer is about the item's own calls, in its own project and queue. */
function requireOwnPlace({ project }: Pick<Ctx, "project">, { feedback, queueId, calls }: Sent): void {
  const problems = feedback.flatMap((item, index): Problem[] => {
    const fault = (field: string, text: string) => [
      problemAt(["body", "feedback", index, field], { type: "value_error", text }),
    ];
    if (item.projectId !== project.path)
      return fault("project_id", `it is not ${project.path}, the answer's`);
    if (item.queueId !== undefined && item.queueId !== queueId)
      return fault("queue_id", `it is not ${queueId}, the answer's; leave it out`);
    const ref = parseRef(item.weaveRef);
    const isOwn = ref?.kind === "call" && [calls.callId, calls.pairCallId].includes(ref.name);
    return isOwn ? [] : fault("weave_ref", `${item.weaveRef} is not the item's call`);
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** One answer says one thing of a field, whose value is a list where it takes several; of a pair it may say one of each call. */
function requireOneForEach(feedback: readonly FeedbackItem[]): void {
  const firstAt = new Map<string, number>();
  const problems = feedback.flatMap(({ annotationRef, weaveRef }, index): Problem[] => {
    if (annotationRef === undefined) return [];
    const place = JSON.stringify([fieldName(normalizeRef(annotationRef)), parseRef(weaveRef)?.name]);
    const first = firstAt.get(place);
    if (first === undefined) {
      firstAt.set(place, index);
      return [];
    }
    const text = `feedback ${first} already answers the field ${annotationRef}; send only one of them`;
    return [problemAt(["body", "feedback", index, "annotation_ref"], { type: "value_error", text })];
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}
