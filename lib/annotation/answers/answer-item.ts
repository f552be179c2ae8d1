import type { Ctx } from "#lib/access/context.ts";
import { type Desk, deskOf } from "#lib/annotation/desk.internal.ts";
import { lockItem, noSuchItem } from "#lib/annotation/lock-item.ts";
import { type Move, settleProgress, showProgress } from "#lib/annotation/slots/own-progress.internal.ts";
import { findOwnWork } from "#lib/annotation/slots/own-work.internal.ts";
import { type DeskRules, requireAnnotator } from "#lib/annotation/slots/require-annotator.internal.ts";
import { requireSlot } from "#lib/annotation/slots/require-slot.internal.ts";
import { reserveLocked } from "#lib/annotation/slots/take-items.internal.ts";
import { withoutFields } from "#lib/contract/annotation/field-rules.ts";
import type * as contract from "#lib/contract/annotation/queue-work.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { FeedbackResult } from "#lib/contract/traces/feedback.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  requireFields,
  requireFit,
  requireSkipReason,
  requireVerdict,
  storeAnswers,
} from "./answer-fields.internal.ts";
import { missingFields } from "./missing-fields.internal.ts";
import { requireAskedOnly } from "./require-asked-only.internal.ts";
import { requireFresh } from "./require-fresh.internal.ts";

type Endpoint = typeof contract.answerItem;
type Answer = InputOf<Endpoint>;

/** Stores all of an answer or nothing, under the item's lock. */
export async function answerItem(ctx: Ctx, answer: Answer): Promise<ReplyOf<Endpoint>> {
  const { queueId, itemId, annotationState: state } = answer;
  const rules = await requireAnnotator(ctx, queueId);
  if (state === "skipped" && rules.requiresSkipReason) requireSkipReason(answer.skipReason);
  const move = { ...deskOf(ctx, queueId), itemId, state };
  return ctx.db.transaction(async (db) => {
    await lockItem(db, move);
    const before = await requireFresh(db, move, answer.revision);
    if (state === "completed") await requireSlot(db, move);
    const feedback = await storeAnswers({ ...ctx, db }, move, answer);
    if (state === "completed") {
      await requireFit({ ...ctx, db }, answer, rules.scorerRefs);
      await requireComplete(db, move, { rules, feedback });
    }
    await writeOwnAnswer(db, move, answer);
    if (state === "in_progress") await reserveLocked(db, move, [itemId]);
    if (state === "unstarted" && before === state) await settleProgress(db, move);
    else await showProgress(db, move);
    return replyOf({ ...ctx, db }, move, feedback);
  });
}

async function requireComplete(
  db: Db,
  move: Move,
  { rules: written, feedback }: { rules: DeskRules; feedback: readonly FeedbackResult[] },
): Promise<void> {
  const rules = withoutFields(written, await missingFields(db, move.projectId, written));
  const hidden = await requireAskedOnly(db, move, { rules, sent: feedback });
  const requiredRefs = rules.requiredRefs.filter((ref) => !hidden.has(ref));
  await requireFields(db, move, { ...rules, requiredRefs });
  await requireVerdict(db, move);
}

async function writeOwnAnswer(db: Db, move: Move, answer: Answer): Promise<void> {
  const { projectId, queueId, itemId, annotatorId, state } = move;
  const skipReason = state === "skipped" ? answer.skipReason || null : null;
  const isFromForm = answer.suggestedRefs !== undefined;
  const suggestedRefs = answer.suggestedRefs ?? [];
  await db.query(
    sql`
      insert into item_progress as own (project_id, item_id, annotator_id, queue_id, state, revision, skip_reason, is_flagged,
        flag_note, active_ms, is_from_form, suggested_refs, finished_at, created_at, updated_at)
      values (${projectId}, ${itemId}, ${annotatorId}, ${queueId}, ${state}, 1, ${skipReason}, ${answer.isFlagged},
        ${answer.flagNote}, ${answer.activeMs}, ${isFromForm}, ${suggestedRefs}::text[],
        case when ${state} in ('completed', 'skipped') then clock_timestamp() end, clock_timestamp(), clock_timestamp())
      on conflict (project_id, item_id, annotator_id)
      do update set state = excluded.state, revision = own.revision + 1, skip_reason = excluded.skip_reason,
        is_flagged = excluded.is_flagged, flag_note = excluded.flag_note,
        active_ms = least(own.active_ms::bigint + excluded.active_ms, ${MAX_ACTIVE_MS})::int,
        is_from_form = excluded.is_from_form, suggested_refs = excluded.suggested_refs, finished_at = excluded.finished_at,
        sent_back = case when excluded.finished_at is null then own.sent_back end,
        asked_again = case when excluded.finished_at is null then own.asked_again else '{}' end, updated_at = excluded.updated_at`,
    "write-own-answer",
  );
}

/** What the column holds, some 24 days. */
const MAX_ACTIVE_MS = 2 ** 31 - 1;

async function replyOf(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  { projectId, queueId, itemId }: Desk & { itemId: string },
  feedback: FeedbackResult[],
): Promise<ReplyOf<Endpoint>> {
  const work = await findOwnWork(ctx, { queueId, itemId });
  if (!work) throw noSuchItem({ projectId, queueId, itemId });
  return { ...work, feedback };
}
