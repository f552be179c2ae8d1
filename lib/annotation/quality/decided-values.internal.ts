import type { Ctx } from "#lib/access/context.ts";
import { askedVersion } from "#lib/annotation/field-lineage.internal.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { hiddenFields } from "#lib/contract/annotation/field-rules.ts";
import { PREFERENCE_TYPE, VERDICTS } from "#lib/contract/annotation/preference.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { invalidAt, MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { findFieldFaults } from "#lib/traces/feedback/find-field-faults.ts";
import { findSpanProblems } from "#lib/traces/feedback/find-span-problems.ts";

/** As many as a queue may have. */
const MAX_FIELDS = 1000;

type Decided = { projectId: string; queueId: string; itemId: string; values: Record<string, unknown> };

/**
 * The values in the spelling that is stored, by the reference of their field; throws where one does not fit its field, or its field is not
 * asked after the others.
 */
export async function decidedValues(
  { db, actor, project }: Pick<Ctx, "db" | "actor" | "project">,
  { projectId, queueId, itemId, values }: Decided,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(values);
  if (entries.length > MAX_FIELDS)
    throw invalidAt(["body", "values"], {
      type: "dict_too_long",
      bound: MAX_FIELDS,
      actual: entries.length,
    });
  const [verdicts, fields] = [
    entries.filter(([key]) => key === PREFERENCE_TYPE),
    entries.filter(([key]) => key !== PREFERENCE_TYPE),
  ];
  await requireStandingSpans({ db, actor, project }, itemId, fields);
  const faults = await findFieldFaults(db, project, new Map(fields));
  for (const [, verdict] of verdicts)
    if (!(await isPair(db, projectId, itemId)))
      faults.set(PREFERENCE_TYPE, "the item is not a pair; leave it out");
    else if (!VERDICTS.some((known) => known === verdict))
      faults.set(PREFERENCE_TYPE, `the verdict is one of ${VERDICTS.join(", ")}`);
  for (const key of await unaskedKeys(db, { projectId, queueId, values }))
    faults.set(key, "the field is not asked after these values; leave it out");
  const problems = entries.flatMap(([key]) => {
    const text = faults.get(key);
    return text === undefined ? [] : [asProblem([key, text])];
  });
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
  return Object.fromEntries(entries.map(([key, value]) => [normalizeRef(key), value]));
}

/** Passages are those of the item's call. */
async function requireStandingSpans(
  ctx: Pick<Ctx, "db" | "actor" | "project">,
  itemId: string,
  fields: readonly [string, unknown][],
): Promise<void> {
  const item = await itemOf(ctx.db, ctx.project.id, itemId);
  const sent = fields.map(([ref, value]) => ({
    ref,
    value,
    callId: item?.callId ?? null,
    loc: ["body", "values", ref],
  }));
  const problems = await findSpanProblems(ctx, sent);
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** What is decided under an earlier version of a field is decided of the field. */
async function unaskedKeys(
  db: Db,
  { projectId, queueId, values }: Omit<Decided, "itemId">,
): Promise<string[]> {
  const { fieldRules, scorerRefs } = await fieldsAsked(db, { projectId, queueId });
  const askedAs = (key: string) => askedVersion(scorerRefs, normalizeRef(key)) ?? key;
  const byField = new Map(Object.entries(values).map(([key, value]) => [askedAs(key), value]));
  const hidden = hiddenFields(fieldRules, (ref) => byField.get(ref));
  return Object.keys(values).filter((key) => hidden.has(askedAs(key)));
}

function asProblem([key, text]: [string, string]): Problem {
  return problemAt(["body", "values", key], { type: "value_error", text });
}

async function isPair(db: Db, projectId: string, itemId: string): Promise<boolean> {
  const item = await itemOf(db, projectId, itemId);
  return item !== null && item.pairCallId !== null;
}

function itemOf(db: Db, projectId: string, itemId: string) {
  return db.prisma.queueItem.findUnique({
    where: { projectId_id: { projectId, id: itemId } },
    select: { callId: true, pairCallId: true },
  });
}

async function fieldsAsked(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<Pick<Queue, "fieldRules" | "scorerRefs">> {
  const queue = await db.prisma.annotationQueue.findUnique({
    where: { projectId_id: { projectId, id: queueId } },
    select: { fieldRules: true, scorerRefs: true },
  });
  if (!queue) return { fieldRules: [], scorerRefs: [] };
  // The column holds only what `storedRules` made.
  return { scorerRefs: queue.scorerRefs, fieldRules: queue.fieldRules as unknown as Queue["fieldRules"] };
}
