import type { Ctx } from "#lib/access/context.ts";
import { comparedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
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
  /** A value in the form in which it is compared; null where it is none of the field's. */
  read: (value: unknown) => string | number | null;
};

/** The queue with its fields; a 404 where the project has none of that id. */
export async function findEvidenceQueue(
  place: Pick<Ctx, "db" | "project">,
  queueId: string,
): Promise<EvidenceQueue> {
  const queue = await findLeadQueue(place, queueId);
  const fields = comparedFields(await fieldsOf(place, queue)).map(
    ({ ref, refs, scale }): EvidenceField => ({
      ref,
      refs,
      isNumber: scale.measure !== "nominal",
      read: (value) => scale.read(value),
    }),
  );
  return { id: queue.id, kind: queue.kind, fields };
}

/** The field of which a reference names a version. */
export function fieldOf(queue: Pick<EvidenceQueue, "fields">, ref: string): EvidenceField | null {
  return queue.fields.find(({ refs }) => refs.includes(normalizeRef(ref))) ?? null;
}
