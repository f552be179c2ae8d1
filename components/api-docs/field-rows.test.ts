import { expect, test } from "vitest";
import { bool, dict, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";
import * as z from "#lib/contract/zod.ts";
import { fieldRows } from "./field-rows.ts";

test("each field of an input has a row that says its kind and its rules", () => {
  const schema = wireSchemaOf(
    wireObject({
      projectId: text({ min: 1, max: 2000 }),
      limit: maybe(integer({ min: 0 })),
      direction: withDefault(oneOf(["asc", "desc"]), "asc"),
      endedAt: z.nullable(text()),
      sortBy: list(wireObject({ field: text(), isLast: bool }), { max: 3 }),
      payload: dict,
    }),
  );
  expect(fieldRows(schema)).toEqual([
    { path: "project_id", kind: "string", rules: "1 to 2,000 characters", required: true },
    { path: "limit", kind: "integer", rules: "at least 0", required: false },
    { path: "direction", kind: "string", rules: "one of asc, desc", required: false },
    { path: "ended_at", kind: "string or null", rules: "", required: true },
    { path: "sort_by", kind: "list of objects", rules: "at most 3 elements", required: true },
    { path: "sort_by[].field", kind: "string", rules: "", required: true },
    { path: "sort_by[].is_last", kind: "boolean", rules: "", required: true },
    { path: "payload", kind: "object", rules: "", required: true },
  ]);
});
