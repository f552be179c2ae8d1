import type { Ctx } from "#lib/access/context.ts";
import { findObjectVersion } from "#lib/compat/objects/find-object.ts";
import { findVersions } from "#lib/compat/objects/find-versions.ts";
import { parseRef } from "#lib/compat/refs/ref.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { answeredRefs } from "./answered-refs.internal.ts";
import { askedVersion } from "./field-lineage.internal.ts";
import { type FieldScale, scaleOf, VERDICT_SCALE } from "./field-scale.internal.ts";
import { noSuchQueue } from "./require-queue.ts";

/** Something that a queue asks, or that somebody has answered there without being asked. */
export type QueueField = {
  ref: string;
  /** The references of all its versions that the queue asks or has answers to, `ref` first. */
  refs: readonly string[];
  /** Numbers of those versions, in the same order; null of what was deleted. */
  versions: readonly (number | null)[];
  /** As people read it; two fields of a queue never share one. */
  name: string;
  /** What a judge may call it: the name of its object, and that in its spec. */
  keys: readonly string[];
  /** Null for open fields, whose values are not compared. */
  scale: FieldScale | null;
};
export type ClosedField = QueueField & { scale: FieldScale };

export type LeadQueue = Pick<Queue, "id" | "name" | "kind" | "scorerRefs">;

type Place = { db: Db; project: Pick<Ctx["project"], "id"> };

/** The queue, for those who see every queue of the project. */
export async function findLeadQueue({ db, project }: Place, queueId: string): Promise<LeadQueue> {
  const queue = await db.prisma.annotationQueue.findFirst({
    where: { projectId: project.id, id: queueId, deletedAt: null },
    select: { id: true, name: true, kind: true, scorerRefs: true },
  });
  if (!queue) throw noSuchQueue(queueId);
  return queue;
}

/** The fields of a queue in its order, the verdict first where it compares pairs, and then others that were answered there. */
export async function fieldsOf({ db, project }: Place, queue: LeadQueue): Promise<QueueField[]> {
  const answered = await db.query(answeredRefs(project.id, queue.id));
  const versions = new Map(queue.scorerRefs.map((ref) => [ref, [ref]]));
  for (const { ref } of answered) {
    const head = askedVersion(queue.scorerRefs, ref) ?? ref;
    if (head !== ref) versions.get(head)?.push(ref);
    else if (!versions.has(ref)) versions.set(ref, [ref]);
  }
  const fields = queue.kind === "pairwise" ? [VERDICT_FIELD] : [];
  for (const [ref, refs] of versions) {
    const numbers = new Map((await findVersions(db, project.id, refs)).map((one) => [one.ref, one.version]));
    const versions = refs.map((version) => numbers.get(version) ?? null);
    fields.push({ ...(await readField(db, project.id, ref)), refs, versions });
  }
  return withOwnNames(fields);
}

/** The field of one name in all its versions that somebody answered, in queues or outside. */
export async function findNamedField(
  { db, project }: Pick<Ctx, "db" | "project">,
  ref: string,
  name: string,
): Promise<QueueField> {
  const rows = await db.prisma.feedback.groupBy({
    by: "annotationRef",
    where: { projectId: project.id, feedbackType: `wandb.annotation.${name}`, annotationRef: { not: null } },
    orderBy: { annotationRef: "asc" },
  });
  const answered = rows.flatMap(({ annotationRef }) => annotationRef ?? []);
  return { ...(await readField(db, project.id, ref)), refs: [...new Set([ref, ...answered])], versions: [] };
}

/** Those whose answers can be compared for equality. */
export function comparedFields(fields: readonly QueueField[]): ClosedField[] {
  return fields.flatMap(({ scale, ...field }) => (scale ? { ...field, scale } : []));
}

/** Those of them in which agreement can be computed. */
export function closedFields(fields: readonly QueueField[]): ClosedField[] {
  return comparedFields(fields).filter(({ scale }) => !scale.isUncounted);
}

const VERDICT_FIELD: QueueField = {
  ref: PREFERENCE_TYPE,
  refs: [PREFERENCE_TYPE],
  versions: [],
  name: "preference",
  keys: ["preference"],
  scale: VERDICT_SCALE,
};

/** A field whose spec was deleted keeps the name in its reference, and is compared no more. */
async function readField(
  db: Db,
  projectId: string,
  text: string,
): Promise<Omit<QueueField, "refs" | "versions">> {
  const ref = parseRef(text);
  const objectId = ref?.name ?? text;
  const found = ref?.digest ? await findObjectVersion(db, projectId, ref.name, ref.digest) : null;
  const spec = isDict(found?.val) ? found.val : {};
  const name = typeof spec.name === "string" && spec.name !== "" ? spec.name : objectId;
  return { ref: text, name, keys: [...new Set([objectId, name])], scale: scaleOf(spec.field_schema) };
}

/** Of fields with one name, such as two versions of a spec, the later ones are numbered. */
function withOwnNames(fields: readonly QueueField[]): QueueField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let name = field.name;
    for (let number = 2; taken.has(name); number++) name = `${field.name} (${number})`;
    taken.add(name);
    return { ...field, name };
  });
}
