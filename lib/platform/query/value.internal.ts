import { instant } from "#lib/contract/fields.ts";
import type { Conversion } from "#lib/contract/query.ts";
import * as z from "#lib/contract/zod.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";

export type Kind = "text" | "number" | "timestamp" | "boolean";

/** An operand as typed SQL. No conversion of it can raise an error: what does not convert is null. */
export type Value = {
  sql: Sql;
  kind: Kind;
  /** Set where the value stands in the query itself. */
  literal?: { value: unknown };
  /** Set where the value is JSON: the same before it became text. */
  json?: Sql;
  normalize?: (literal: string) => string;
  any?: (condition: Sql) => Sql;
};

export function fromText(json: Sql): Value {
  return { sql: sql`(${json} #>> '{}')`, kind: "text", json };
}

export function literalValue(value: unknown): Value {
  const literal = { value };
  if (value === null || value === undefined) return { sql: sql`null::text`, kind: "text", literal };
  if (typeof value === "number") return { sql: numberParameter(value), kind: "number", literal };
  if (typeof value === "boolean") return { sql: value ? sql`true` : sql`false`, kind: "boolean", literal };
  const text = storableText(typeof value === "string" ? value : JSON.stringify(value));
  return {
    sql: sql`${text}::text`,
    kind: "text",
    literal: typeof value === "string" ? { value: text } : literal,
  };
}

function numberParameter(value: number): Sql {
  return sql`${String(value)}::float8`;
}

/** Both operands as SQL of one kind, and that kind. A literal follows the other operand; numbers win over texts. */
export function unify(left: Value, right: Value): [Sql, Sql, Kind] {
  if (left.kind === right.kind && left.kind !== "text") return [left.sql, right.sql, left.kind];
  const kind = commonKind(left, right);
  return [as(left, kind, right), as(right, kind, left), kind];
}

function commonKind(left: Value, right: Value): Kind {
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (value.kind === "timestamp" && other.literal) return "timestamp";
    if (value.literal && other.kind === "text" && !other.literal) return "text";
  }
  if (left.kind === "number" || right.kind === "number") return "number";
  return left.kind === right.kind ? left.kind : "text";
}

function as(value: Value, kind: Kind, other: Value): Sql {
  if (kind === "timestamp")
    return value.kind === "timestamp" ? value.sql : timeParameter(value.literal?.value);
  if (kind === "number") return toNumber(value);
  if (typeof value.literal?.value === "string" && other.normalize)
    return sql`${other.normalize(value.literal.value)}::text`;
  return toText(value);
}

/** An ISO time, or a number of seconds or milliseconds since 1970. */
function timeParameter(value: unknown): Sql {
  const read = z.safeDecode(instant, value);
  return read.success ? sql`${read.data}::timestamptz` : sql`null::timestamptz`;
}

export function convert(value: Value, to: Conversion): Value {
  const many = value.any ? { any: value.any } : {};
  switch (to) {
    case "double":
      return { sql: toNumber(value), kind: "number", ...many };
    case "int":
      return { sql: sql`trunc(${toNumber(value)})`, kind: "number", ...many };
    case "string":
      return { sql: toText(value), kind: "text", ...many };
    case "bool":
      return { sql: toBoolean(value), kind: "boolean", ...many };
    case "exists":
      return { sql: sql`(${value.sql} is not null)`, kind: "boolean", ...many };
    default:
      return to satisfies never;
  }
}

export function toText({ sql: source, kind, literal }: Value): Sql {
  switch (kind) {
    case "text":
      return source;
    case "number":
      // Through numeric, which never writes an exponent below 1e21, so that 100000000000000000 does not become 1e+17.
      return literal ? sql`${String(literal.value)}::text` : sql`(${source})::float8::text::numeric::text`;
    case "boolean":
      return sql`(${source})::text`;
    case "timestamp":
      return utcText(source);
    default:
      return kind satisfies never;
  }
}

function toNumber({ sql: source, kind }: Value): Sql {
  switch (kind) {
    case "text":
      return sql`substring(${source} from ${NUMBER})::float8`;
    case "number":
      return sql`(${source})::float8`;
    case "boolean":
      return sql`(${source})::int::float8`;
    case "timestamp":
      return sql`extract(epoch from ${source})::float8`;
    default:
      return kind satisfies never;
  }
}

/** Texts that PostgreSQL reads as a double; the bounds keep out those that would overflow or underflow, which it refuses. */
const NUMBER = sql`'^(?:[-+]?[0-9]{1,100}(?:[.][0-9]{0,100})?(?:[eE][-+]?[0-9]{1,2})?|[-+]?[0-9](?:[.][0-9]{0,40})?[eE][-+]?(?:[0-2][0-9]{2}|30[0-7]))$'`;

function toBoolean(value: Value): Sql {
  switch (value.kind) {
    case "text":
      return sql`(case lower(${value.sql}) when 'true' then true when '1' then true when 'false' then false when '0' then false end)`;
    case "number":
      return sql`(${value.sql} <> 0)`;
    case "boolean":
      return value.sql;
    case "timestamp":
      return sql`null::boolean`;
    default:
      return value.kind satisfies never;
  }
}
