import type { Ctx } from "#lib/access/context.ts";
import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import { VERDICT_SCALE } from "#lib/annotation/field-scale.internal.ts";
import {
  type ClosedField,
  comparedFields,
  fieldsOf,
  findLeadQueue,
  findNamedField,
} from "#lib/annotation/queue-fields.internal.ts";
import { normalizeRef, parseRef } from "#lib/compat/refs/ref.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Measure } from "#lib/contract/annotation/queue-quality.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

/** A queue as a source of training data. */
export type EvidenceQueue = { id: string; kind: Queue["kind"]; fields: readonly EvidenceField[] };

/** A field whose values can be compared. */
export type EvidenceField = {
  ref: string;
  /** Of all its versions that the queue asks or has answers to. */
  refs: readonly string[];
  /** Whether its values are numbers. */
  isNumber: boolean;
  /** How its values are compared where people agree or not; null of passages, in which no agreement is computed. */
  measure: Measure | null;
  /** The least and the greatest of its numbers; null where its schema does not say both. */
  range: readonly [number, number] | null;
  /** A value in the form in which it is compared; null where it is none of the field's. */
  read: (value: unknown) => string | number | null;
};

/** The queue with its fields; a 404 where the project has none of that id. */
export async function findEvidenceQueue(
  place: Pick<Ctx, "db" | "project">,
  queueId: string,
): Promise<EvidenceQueue> {
  const queue = await findLeadQueue(place, queueId);
  const fields = comparedFields(await fieldsOf(place, queue)).map(evidenceField);
  return { id: queue.id, kind: queue.kind, fields };
}

function evidenceField({ ref, refs, scale }: Pick<ClosedField, "ref" | "refs" | "scale">): EvidenceField {
  const isNumber = scale.measure !== "nominal";
  const measure = scale.isUncounted ? null : scale.measure;
  return { ref, refs, isNumber, measure, range: scale.range ?? null, read: (value) => scale.read(value) };
}

/** Which of two calls is better, wherever that was said. */
export const VERDICT: EvidenceField = evidenceField({
  ref: PREFERENCE_TYPE,
  refs: [PREFERENCE_TYPE],
  scale: VERDICT_SCALE,
});

/** Which of some emojis somebody reacted with. */
export function reactionField(ref: string, emojis: readonly string[]): EvidenceField {
  const read = (value: unknown): Value | null => emojis.find((emoji) => emoji === value) ?? null;
  return { ref, refs: [ref], isNumber: false, measure: "nominal", range: null, read };
}

/** The field of the project of which a reference names a version, in all versions that have answers; null where its values are not compared. */
export async function findEvidenceField(
  place: Pick<Ctx, "db" | "project">,
  text: string,
): Promise<EvidenceField | null> {
  const ref = parseRef(text);
  const isOwn = ref?.kind === "object" && `${ref.entity}/${ref.project}` === place.project.path;
  if (!isOwn) return null;
  const [field] = comparedFields([await findNamedField(place, normalizeRef(text), ref.name)]);
  return field ? evidenceField(field) : null;
}

/** The field of which a reference names a version. */
export function fieldOf(queue: Pick<EvidenceQueue, "fields">, ref: string): EvidenceField | null {
  return queue.fields.find(({ refs }) => refs.includes(normalizeRef(ref))) ?? null;
}
