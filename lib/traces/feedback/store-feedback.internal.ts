import type { AccountCtx, Project } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import type { ObjectVersion } from "#lib/compat/objects/find-object.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import { refFault } from "#lib/compat/refs/ref-fault.ts";
import type { FeedbackItem, FeedbackResult } from "#lib/contract/traces/feedback.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sqlState } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, InvalidRequest, type Problem, Rejected, type SpindleError } from "#lib/platform/errors.ts";
import { invalidAt, MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { findAnnotationFaults, loadSpecs, type SpecFinder } from "./annotation-specs.internal.ts";
import { checkItem } from "./check-item.internal.ts";
import { type NewRow, newRow } from "./feedback-row.internal.ts";
import { schemaIn, spanProblems } from "./find-span-problems.ts";

/** An item with the project that it names, opened for the actor. */
type SentItem = { item: FeedbackItem; project: Project };

/**
 * How messages point at an item: by its place in the batch, or not at all where it came alone. `refuse` is what becomes of an item that is
 * against the rules of its type.
 */
type Placing = {
  loc: (index: number) => (string | number)[];
  prefix: (index: number) => string;
  refuse: (message: string, index: number) => SpindleError;
};
export const IN_BATCH: Placing = {
  loc: (index) => ["body", "batch", index],
  prefix: (index) => `batch[${index}]: `,
  refuse: (message, index) => new Rejected(`batch[${index}]: ${message}`),
};
const ALONE: Placing = { loc: () => ["body"], prefix: () => "", refuse: (message) => new Rejected(message) };
/** Part of a form, which shows each fault at its field. */
export const IN_ANSWER: Placing = {
  loc: (index) => ["body", "feedback", index],
  prefix: (index) => `feedback[${index}]: `,
  refuse: (text, index) => invalidAt(["body", "feedback", index], { type: "value_error", text }),
};

type Ctx = Pick<AccountCtx, "db" | "actor">;

/** As `storeFeedback`, for an item that came alone. */
export async function storeOne(ctx: Ctx, sent: SentItem): Promise<FeedbackResult> {
  const [result] = await storeFeedback(ctx, [sent], ALONE);
  if (!result) throw new Error("One item was stored without a result");
  return result;
}

/** Stores all items or none, in one statement. An item that is stored already is answered as the first time. */
export async function storeFeedback(
  { db, actor }: Ctx,
  sent: SentItem[],
  placing: Placing,
): Promise<FeedbackResult[]> {
  requireOwnRefs(sent, placing);
  const specs = await specsByProject(db, sent);
  await requireLiveQueues({ db, actor }, sent, placing);
  const findSpec = ({ item, project }: SentItem) => specs.get(project.id)?.(item.annotationRef ?? "") ?? null;
  const payloads = sent.map((one, index) =>
    reject(placing, index, () => checkItem(one.item, () => findSpec(one))),
  );
  await requireStandingSpans({ db, actor }, sent, { findSpec, placing });
  await requireFitValues(sent, findSpec, placing);
  const rows = sent.map(({ item, project }, index) =>
    reject(placing, index, () => newRow({ ...item, payload: payloads[index] ?? {} }, project, actor.userId)),
  );
  const createdAt = await insertRows(db, distinctRows(rows, placing), {
    userId: actor.userId,
    refuse: (key) =>
      otherContent(
        rows.findIndex((row) => keyOf(row) === key),
        placing,
      ),
  });
  return rows.map((row, index) => ({
    id: row.id,
    createdAt: createdAt.get(keyOf(row)) ?? new Date(),
    wbUserId: actor.userId,
    payload: payloads[index] ?? {},
  }));
}

type Judging = { findSpec: (one: SentItem) => ObjectVersion | null; placing: Placing };

/** Requires every marked span to match the call's text, and reports each that does not at its place. */
async function requireStandingSpans(
  { db, actor }: Ctx,
  sent: SentItem[],
  { findSpec, placing }: Judging,
): Promise<void> {
  const problems: Problem[] = [];
  for (const [index, one] of sent.entries()) {
    const { item, project } = one;
    const ref = parseRef(item.weaveRef);
    const callId = ref?.kind === "call" ? ref.name : null;
    const loc = [...placing.loc(index), "payload", "value"];
    const held = { schema: schemaIn(findSpec(one)?.val), value: item.payload.value, callId, loc };
    problems.push(...(await spanProblems({ db, actor, project }, [held])));
  }
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

/** Of annotations alone; nothing else may name a spec. */
async function requireFitValues(
  sent: SentItem[],
  findSpec: (one: SentItem) => ObjectVersion | null,
  { refuse }: Placing,
): Promise<void> {
  const held = sent.flatMap((one, index) => {
    const spec = findSpec(one);
    return spec ? [{ spec, value: one.item.payload.value, index }] : [];
  });
  const faults = await findAnnotationFaults(held);
  const first = faults.findIndex((fault) => fault !== null);
  if (first >= 0) throw refuse(faults[first] ?? "", held[first]?.index ?? 0);
}

/** What feedback is about, and what made it, belong to the project that the item names. The rules of a type judge `annotation_ref`. */
const OWN_REFS = [
  ["weaveRef", "weave_ref"],
  ["runnableRef", "runnable_ref"],
  ["callRef", "call_ref"],
  ["triggerRef", "trigger_ref"],
] as const;

function requireOwnRefs(sent: SentItem[], { loc }: Placing): void {
  const problems = sent.flatMap(({ item, project }, index) =>
    OWN_REFS.flatMap(([key, name]): Problem[] => {
      const ref = item[key];
      const text = ref === undefined ? null : refFault(ref, project.path);
      return text ? [problemAt([...loc(index), name], { type: "value_error", text })] : [];
    }),
  );
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
}

async function specsByProject(db: Db, sent: SentItem[]): Promise<Map<string, SpecFinder>> {
  const refs = new Map<string, Set<string>>();
  for (const { item, project } of sent) {
    if (item.annotationRef === undefined) continue;
    const known = refs.get(project.id) ?? new Set();
    refs.set(project.id, known.add(item.annotationRef));
  }
  const finders = new Map<string, SpecFinder>();
  for (const [projectId, ofProject] of refs)
    finders.set(projectId, await loadSpecs(db, projectId, ofProject));
  return finders;
}

/** A queue that the sender is not to know of counts as one that is not there. */
async function requireLiveQueues({ db, actor }: Ctx, sent: SentItem[], { refuse }: Placing): Promise<void> {
  const live = new Set<string>();
  const projects = new Map(sent.map(({ project }) => [project.id, project]));
  for (const project of projects.values()) {
    const ids = sent.flatMap((one) => (one.project.id === project.id ? (one.item.queueId ?? []) : []));
    if (ids.length === 0) continue;
    const found = await db.query(
      sql`
        select ${columns(of("annotation_queue q", "id"))} from annotation_queue q
        where q.project_id = ${project.id} and q.id = any(${[...new Set(ids)]}::text[]) and q.deleted_at is null
          and ${visibleQueues({ actor, project })}`,
      project.role === "annotator" ? "live-queues-as-annotator" : "live-queues",
    );
    for (const { id } of found) live.add(`${project.id} ${id}`);
  }
  const index = sent.findIndex(
    ({ item, project }) => item.queueId !== undefined && !live.has(`${project.id} ${item.queueId}`),
  );
  if (index >= 0)
    throw refuse(
      `Queue ${sent[index]?.item.queueId} not found or has been deleted; leave queue_id out or name a queue of the project`,
      index,
    );
}

function reject<T>(placing: Placing, index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Rejected) throw placing.refuse(error.message, index);
    throw error;
  }
}

function keyOf({ projectId, id }: Pick<NewRow, "projectId" | "id">): string {
  return `${projectId}/${id}`;
}

/** One row for each id, in one order everywhere, so that two batches with the same ids never wait for each other in a circle. */
function distinctRows(rows: NewRow[], placing: Placing): NewRow[] {
  const byKey = new Map<string, NewRow>();
  for (const [index, row] of rows.entries()) {
    const earlier = byKey.get(keyOf(row));
    if (earlier && earlier.contentHash !== row.contentHash) throw otherContent(index, placing);
    byKey.set(keyOf(row), earlier ?? row);
  }
  return [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? []);
}

function otherContent(index: number, { prefix }: Placing): Conflict {
  return new Conflict(
    `${prefix(index)}feedback id already exists with different content; send it under another id`,
  );
}

type Insertion = { userId: string; refuse: (key: string) => Conflict };

/** When each row was first stored, by key. */
async function insertRows(db: Db, rows: NewRow[], { userId, refuse }: Insertion): Promise<Map<string, Date>> {
  const column = (key: keyof NewRow) => rows.map((row) => row[key]);
  try {
    const stored = await db.query(
      sql`insert into feedback (project_id, id, weave_ref, call_id, feedback_type, payload, sanitized, creator, user_id,
          annotation_ref, runnable_ref, call_ref, trigger_ref, queue_id, scorer, span, content_hash)
        select project_id, id, weave_ref, call_id, feedback_type, payload::json, sanitized::json, creator, ${userId},
          annotation_ref, runnable_ref, call_ref, trigger_ref, queue_id, scorer::json, span::json, decode(content_hash, 'hex')
        from unnest(${column("projectId")}::text[], ${column("id")}::text[], ${column("weaveRef")}::text[],
          ${column("callId")}::text[], ${column("feedbackType")}::text[], ${column("payload")}::text[],
          ${column("sanitized")}::text[], ${column("creator")}::text[], ${column("annotationRef")}::text[],
          ${column("runnableRef")}::text[], ${column("callRef")}::text[], ${column("triggerRef")}::text[],
          ${column("queueId")}::text[], ${column("scorer")}::text[], ${column("span")}::text[],
          ${column("contentHash")}::text[])
          as given (project_id, id, weave_ref, call_id, feedback_type, payload, sanitized, creator, annotation_ref,
            runnable_ref, call_ref, trigger_ref, queue_id, scorer, span, content_hash)
        on conflict (project_id, id) do update set content_hash =
          case when feedback.content_hash = excluded.content_hash then feedback.content_hash
            else refuse_other_feedback(excluded.project_id, excluded.id) end
        returning ${columns(of("feedback", "projectId", "id", "createdAt"))}`,
      "store-feedback",
    );
    return new Map(stored.map((row) => [keyOf(row), row.createdAt]));
  } catch (error) {
    if (sqlState(error) === OTHER_CONTENT && error instanceof Error) throw refuse(error.message);
    throw error;
  }
}

/** Raised by the function `refuse_other_feedback`, whose message is the key of the row. */
const OTHER_CONTENT = "SF409";
