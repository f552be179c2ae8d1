import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { aNote, anAnnotationSpec, aReviewer, sendBatch } from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** The answer to one annotation with `value`, held against `schema` as if it was stored before schemas were refused, and to an ordinary note after it. */
async function annotate(schema: Record<string, unknown>, value: unknown) {
  const place = await aReviewer(api);
  const annotationRef = await anAnnotationSpec(api, place, { name: "Odd", schema: {} });
  const projectId = place.project.id;
  await api.db.query(sql`
    update object_version set val = jsonb_set(val::jsonb, '{field_schema}', ${JSON.stringify(schema)}::jsonb)::json
    where project_id = ${projectId}`);
  const annotation = { feedback_type: "wandb.annotation.Odd", annotation_ref: annotationRef };
  const { status, body } = await sendBatch(api, place.caller, [
    aNote(place.project, { ...annotation, payload: { value } }),
  ]);
  const next = await sendBatch(api, place.caller, [aNote(place.project)]);
  return { status, reason: body.reason, next: next.status };
}

test.each([
  ["a pattern that never ends", { pattern: "^([^x]+)+$" }, `${"a".repeat(60)}x`],
  ["definitions that double at each step", doublingSchema(60), "b"],
  ["a list whose elements are compared each with each", { uniqueItems: true }, manyObjects(20_000)],
])("a schema with %s refuses the value, and the service still answers", async (_, schema, value) => {
  const reason = expect.stringContaining("simplify the schemas");
  expect(await annotate(schema, value)).toEqual({ status: 400, reason, next: 200 });
});

test.each([
  ["refers to itself endlessly", { $ref: "#" }, /refers to itself endlessly/],
  ["asks to be checked later", { $async: true, type: "string" }, /must be string/],
])("a schema that %s refuses the value, and the service still answers", async (_, schema, reason) => {
  expect(await annotate(schema, 5)).toEqual({
    status: 400,
    reason: expect.stringMatching(reason),
    next: 200,
  });
});

/** Each definition asks for the next one twice. */
function doublingSchema(steps: number): Record<string, unknown> {
  const next = (step: number) => ({ $ref: `#/$defs/d${step + 1}` });
  const names = Array.from({ length: steps }, (_, step) => [`d${step}`, { allOf: [next(step), next(step)] }]);
  return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(names), [`d${steps}`]: { minLength: 1 } } };
}

function manyObjects(count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({ n }));
}
