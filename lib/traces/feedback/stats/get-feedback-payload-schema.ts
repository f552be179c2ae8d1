import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import {
  type getFeedbackPayloadSchema as contract,
  MAX_PATH_CHARACTERS,
  type ValueType,
} from "#lib/contract/traces/feedback-stats.ts";
import { columns, json } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { feedbackWithin, requireEnd, type Selection } from "#lib/traces/feedback/feedback-within.internal.ts";

/** Samples are read into memory, so they may not weigh more together; one payload may have a mebibyte. */
const SAMPLE_BYTES = 4 * 1024 * 1024;
const MAX_PATHS = 10_000;

/** The paths of a sample of payloads, by code point. */
export async function getFeedbackPayloadSchema(
  ctx: Ctx,
  { sampleLimit, ...selection }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireEnd(selection);
  const types = new Map<string, Set<ValueType>>();
  for (const payload of await samplePayloads(ctx, selection, sampleLimit)) addPaths(types, payload, []);
  const paths = [...types].map(([jsonPath, seen]) => ({ jsonPath, valueType: typeOf(seen) }));
  return { paths: paths.sort((a, b) => (a.jsonPath < b.jsonPath ? -1 : 1)) };
}

/** The newest payload of every type and origin, then the second newest, and so on. */
async function samplePayloads(ctx: Ctx, selection: Selection, most: number): Promise<unknown[]> {
  const rows = await ctx.db.query(sql`
    with ranked as (
      select f.id, f.created_at, f.payload, row_number() over (
        partition by f.feedback_type, f.trigger_ref order by f.created_at desc, f.id desc) as place
      from feedback f where ${feedbackWithin(ctx, selection)}
    ), sample as (
      select * from ranked order by place, created_at desc, id desc limit ${most}
    ), weighed as (
      select payload, sum(octet_length(payload::text)) over (
        order by place, created_at desc, id desc rows unbounded preceding) as bytes
      from sample
    )
    select ${columns({ payload: json(sql`payload`) })} from weighed where bytes <= ${SAMPLE_BYTES}`);
  return rows.map(({ payload }) => payload);
}

function addPaths(types: Map<string, Set<ValueType>>, value: unknown, path: readonly string[]): void {
  if (isDict(value)) {
    for (const [key, inner] of Object.entries(value))
      if (key !== "" && !key.includes(".")) addPaths(types, inner, [...path, key]);
    return;
  }
  const found = TYPES[typeof value];
  const name = path.join(".");
  if (!found || name.length > MAX_PATH_CHARACTERS || !isStorableText(name)) return;
  const seen = types.get(name);
  if (seen) seen.add(found);
  else if (types.size < MAX_PATHS) types.set(name, new Set([found]));
}

/** Null and lists have none. */
const TYPES: Partial<Record<string, ValueType>> = {
  number: "numeric",
  boolean: "boolean",
  string: "categorical",
};

function typeOf(seen: ReadonlySet<ValueType>): ValueType {
  const [only = "categorical", another] = seen;
  return another ? "categorical" : only;
}
