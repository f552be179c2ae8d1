import type { Ctx } from "#lib/access/context.ts";
import {
  type AskedField,
  type SaidValue,
  valuesSaid,
} from "#lib/annotation/answers/field-answers.internal.ts";
import { mayAnnotate } from "#lib/annotation/queue-settings.internal.ts";
import { findValueFaults } from "#lib/compat/objects/check-schema.ts";
import { findObjectVersion, type ObjectVersion } from "#lib/compat/objects/find-object.ts";
import { normalizeRef, parseRef } from "#lib/compat/refs/ref.ts";
import type { FieldChange } from "#lib/contract/annotation/queue-fields.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { asksForSpans } from "#lib/contract/annotation/spans.ts";
import { isDict } from "#lib/contract/fields.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Reader = Pick<Ctx, "db" | "project">;
type Schema = Record<string, unknown>;

/** A field that a lead is about to change: what it is now, and what it will be. */
export type PlannedChange = {
  field: AskedField;
  objectId: string;
  /** What annotators read. */
  name: string;
  val: Schema;
  isSame: boolean;
  schema: Schema;
};

/** What a queue's field would be after a change; throws where the queue does not ask it, or the change would be of no use. */
export async function planChange(
  { db, project }: Reader,
  queue: Pick<Queue, "id" | "scorerRefs">,
  change: FieldChange,
): Promise<PlannedChange> {
  const ref = normalizeRef(change.fieldRef);
  const { scorerRefs } = queue;
  if (!scorerRefs.includes(ref))
    throw invalidAt(["body", "field_ref"], {
      type: "value_error",
      text: `${change.fieldRef} is not one of the queue's scorer_refs; read the queue again, because the field may have changed`,
    });
  const spec = await findSpec({ db, project }, ref);
  const before = isDict(spec.val) ? spec.val : {};
  const schema = change.fieldSchema ?? (isDict(before.field_schema) ? before.field_schema : {});
  requireSameType(before.field_schema, schema);
  const { name = before.name, description = before.description } = change;
  const val = { ...before, name, description, field_schema: schema };
  return {
    field: { projectId: project.id, queueId: queue.id, ref, scorerRefs },
    objectId: spec.objectId,
    name: typeof name === "string" && name !== "" ? name : spec.objectId,
    val,
    isSame: JSON.stringify(val) === JSON.stringify(before),
    schema,
  };
}

async function findSpec({ db, project }: Reader, text: string): Promise<ObjectVersion> {
  const ref = parseRef(text);
  const found = ref?.digest ? await findObjectVersion(db, project.id, ref.name, ref.digest) : null;
  if (found?.baseObjectClass === "AnnotationSpec") return found;
  throw new NotFound(
    `Annotation spec ${text} not found; it was deleted or is not a spec. Use another field instead`,
  );
}

/** Answers of one type say nothing of another, so such a change would make all of them worthless. */
function requireSameType(before: unknown, after: Schema): void {
  const [was, is] = [typeOf(before), typeOf(after)];
  if (was === is) return;
  throw invalidAt(["body", "field_schema"], {
    type: "value_error",
    text: `it asks for ${is} but the field asks for ${was}, so no existing answer would fit; create a new field, and remove this one from the queue`,
  });
}

function typeOf(schema: unknown): string {
  if (!isDict(schema)) return "anything";
  if (asksForSpans(schema)) return "passages";
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (typeof schema.type === "string") return schema.type;
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  return first === undefined ? "anything" : typeof first;
}

/** What stands in the field, and what of it the new version does not take. */
export type Touch = { said: readonly SaidValue[]; touched: readonly SaidValue[]; annotatorIds: string[] };

export async function touchOf(
  ctx: Reader,
  { field, schema }: PlannedChange,
  named: readonly string[],
): Promise<Touch> {
  const annotatorIds = await askablePeople(ctx, field, named);
  const said = await valuesSaid(ctx.db, field, annotatorIds);
  const faults = await findValueFaults(
    schema,
    said.map(({ value }) => value),
  );
  return { said, touched: said.filter((_, index) => faults[index] !== null), annotatorIds };
}

/** Those who have answered in the queue and annotate it still. */
async function askablePeople(
  { db, project }: Reader,
  { projectId, queueId }: AskedField,
  named: readonly string[],
): Promise<string[]> {
  const rows = await db.prisma.itemProgress.groupBy({ by: "annotatorId", where: { projectId, queueId } });
  const ids = rows
    .map(({ annotatorId }) => annotatorId)
    .filter((id) => named.length === 0 || named.includes(id));
  return mayAnnotate(db, project, ids);
}
