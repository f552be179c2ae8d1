import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import { lockAnswered } from "#lib/annotation/answers/field-answers.internal.ts";
import { getQueue } from "#lib/annotation/queues/get-queue.ts";
import { lockQueue } from "#lib/annotation/require-queue.ts";
import { findValueFaults, requireFitSchema } from "#lib/compat/objects/check-schema.ts";
import { createObject } from "#lib/compat/objects/create-object.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import type { AskAgain, changeQueueField as contract } from "#lib/contract/annotation/queue-fields.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { askAgain } from "./ask-again.internal.ts";
import { type PlannedChange, planChange, type Touch, touchOf } from "./field-change.internal.ts";

type Input = InputOf<typeof contract>;

/** The new version, what the queue asks, and who is asked again are stored together. */
export function changeQueueField(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract>> {
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db };
    await lockQueue(db, { projectId: ctx.project.id, queueId: input.queueId });
    const { queue } = await getQueue(within, input);
    const planned = await planChange(within, queue, input);
    if (planned.isSame) return { queue, fieldRef: planned.field.ref, askedAgain: 0 };
    if (input.fieldSchema) await requireFitSchema(planned.schema, ["body", "field_schema"]);
    await lockAnswered(db, planned.field);
    const touch = await touchOf(within, planned, queue.annotatorIds);
    const asked = whomToAsk(input.askAgain, touch);
    if (asked !== "nobody") requireInUse(queue);
    const fieldRef = await publish(within, planned);
    const askedAgain = await askAgain(db, { ...planned, ...touch, asked });
    await putInPlace(db, queue, { planned, after: fieldRef });
    await recordChange(within, planned, { fieldRef, askedAgain });
    await tellProject(db, ctx.project.id, "queues");
    return { ...(await getQueue(within, input)), fieldRef, askedAgain };
  });
}

/** Nobody loses an answer without having said so. */
function whomToAsk(asked: AskAgain | undefined, { touched }: Touch): AskAgain {
  if (asked !== undefined || touched.length === 0) return asked ?? "nobody";
  const count = touched.reduce((sum, { answers }) => sum + answers, 0);
  const values = touched.slice(0, MAX_VALUES).map(({ text }) => text.slice(0, MAX_CHARACTERS));
  throw invalidAt(["body", "ask_again"], {
    type: "value_error",
    text: `${count} ${count === 1 ? "answer does" : "answers do"} not fit the new version (${values.join(", ")}); say whether touched, everyone or nobody is asked again`,
  });
}

const MAX_VALUES = 5;
const MAX_CHARACTERS = 80;

function requireInUse({ id, isArchived }: Queue): void {
  if (isArchived)
    throw new Conflict(
      `Queue ${id} is archived and has no items for annotators; restore it first, or ask nobody again`,
    );
}

async function publish(ctx: Ctx, { objectId, val }: PlannedChange): Promise<string> {
  const projectId = ctx.project.path;
  const obj = { projectId, objectId, val, builtinObjectClass: "AnnotationSpec" };
  const { digest } = await createObject(ctx, { obj });
  return `weave:///${projectId}/object/${objectId}:${digest}`;
}

async function putInPlace(
  db: Db,
  { id, fieldRules }: Queue,
  { planned, after }: { planned: PlannedChange; after: string },
): Promise<void> {
  const before = planned.field.ref;
  const rules = await rulesAfter(fieldRules, planned, after);
  await db.query(sql`
    update annotation_queue set
      scorer_refs = array_replace(scorer_refs, ${before}, ${after}), required_refs = array_replace(required_refs, ${before}, ${after}),
      field_rules = ${JSON.stringify(rules)}::json,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where id = ${id}`);
}

/** Moves rules to the new version, and drops defaults that no longer fit it. */
async function rulesAfter(
  rules: readonly FieldRule[],
  { field, schema }: PlannedChange,
  after: string,
): Promise<FieldRule[]> {
  const own = rules.find(({ fieldRef }) => fieldRef === field.ref);
  const [fault = null] = await findValueFaults(schema, [own?.defaultValue ?? null]);
  const now = (ref: string) => (ref === field.ref ? after : ref);
  return rules.map((rule) => ({
    fieldRef: now(rule.fieldRef),
    whenRef: rule.whenRef === null ? null : now(rule.whenRef),
    whenValues: rule.whenValues,
    defaultValue: rule === own && fault !== null ? null : rule.defaultValue,
  }));
}

async function recordChange(
  ctx: Ctx,
  { field }: PlannedChange,
  { fieldRef, askedAgain }: { fieldRef: string; askedAgain: number },
): Promise<void> {
  await recordAudit(ctx, {
    action: "queue.field_changed",
    projectId: ctx.project.id,
    target: field.queueId,
    details: { before: field.ref, after: fieldRef, askedAgain },
  });
}
