import type { ClosedField } from "#lib/annotation/queue-fields.internal.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** The field that was asked for, or all in the queue's order; throws where the queue has no such field whose values are compared. */
export function chosenFields(
  fields: readonly ClosedField[],
  fieldRef: string | undefined,
): readonly ClosedField[] {
  if (fieldRef === undefined) return fields;
  const ref = normalizeRef(fieldRef);
  const chosen = fields.filter((field) => field.refs.includes(ref));
  if (chosen.length > 0) return chosen;
  const known = fields.map((field) => field.ref).join(", ");
  throw invalidAt(["body", "field_ref"], {
    type: "value_error",
    text: `${fieldRef} is not a field of the queue with comparable answers; there ${known === "" ? "are none" : `are ${known}`}`,
  });
}
