import { instant } from "#lib/contract/fields.ts";
import type { Conversion, Expression } from "#lib/contract/query.ts";
import * as z from "#lib/contract/zod.ts";

/** The query language again, in plain JavaScript over rows in memory: the oracle that the tests compare the SQL with. */
export type Row = {
  name: string | null;
  count: number | null;
  flag: boolean | null;
  /** ISO 8601 in UTC with microseconds. */
  at: string | null;
  payload: Record<string, unknown>;
};

type Kind = "text" | "number" | "timestamp" | "boolean";
/** `literal` where the value stands in the query itself; `json` is the value before it became text. */
type Operand = { value: string | number | boolean | null; kind: Kind; literal: boolean; json?: unknown };

export function evaluate(expression: Expression, row: Row): boolean {
  if ("$and" in expression) return expression.$and.every((operand) => evaluate(operand, row));
  if ("$or" in expression) return expression.$or.some((operand) => evaluate(operand, row));
  if ("$not" in expression) return !evaluate(expression.$not[0], row);
  if ("$eq" in expression) return equal(operandOf(expression.$eq[0], row), operandOf(expression.$eq[1], row));
  if ("$gt" in expression) return ordered(expression.$gt, row, (order) => order > 0);
  if ("$gte" in expression) return ordered(expression.$gte, row, (order) => order >= 0);
  if ("$lt" in expression) return ordered(expression.$lt, row, (order) => order < 0);
  if ("$lte" in expression) return ordered(expression.$lte, row, (order) => order <= 0);
  if ("$in" in expression) {
    const needle = operandOf(expression.$in[0], row);
    return expression.$in[1].some((operand) => equal(needle, operandOf(operand, row)));
  }
  if ("$contains" in expression) {
    const { input, substr, case_insensitive } = expression.$contains;
    const [text, part] = [toText(operandOf(input, row)), toText(operandOf(substr, row))];
    if (text === null || part === null) return false;
    return case_insensitive ? text.toLowerCase().includes(part.toLowerCase()) : text.includes(part);
  }
  return toBoolean(operandOf(expression, row)) ?? false;
}

function operandOf(expression: Expression, row: Row): Operand {
  if ("$literal" in expression) return { ...scalarOf(expression.$literal), literal: true };
  if ("$getField" in expression) return fieldOf(expression.$getField, row);
  if ("$convert" in expression)
    return converted(operandOf(expression.$convert.input, row), expression.$convert.to);
  if ("$size" in expression) return sizeOf(operandOf(expression.$size, row));
  return { value: evaluate(expression, row), kind: "boolean", literal: false };
}

function scalarOf(value: unknown): Pick<Operand, "value" | "kind" | "json"> {
  if (typeof value === "number") return { value, kind: "number", json: value };
  if (typeof value === "boolean") return { value, kind: "boolean", json: value };
  if (value === null || value === undefined) return { value: null, kind: "text", json: null };
  return { value: typeof value === "string" ? value : JSON.stringify(value), kind: "text", json: value };
}

function fieldOf(path: string, row: Row): Operand {
  switch (path) {
    case "name":
      return { value: row.name, kind: "text", literal: false };
    case "count":
      return { value: row.count, kind: "number", literal: false };
    case "flag":
      return { value: row.flag, kind: "boolean", literal: false };
    case "at":
      return { value: row.at, kind: "timestamp", literal: false };
    default: {
      const json = path
        .split(".")
        .slice(1)
        .reduce<unknown>(
          (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
          row.payload,
        );
      const text = json === undefined || json === null ? null : textOfJson(json);
      return { value: text, kind: "text", literal: false, json };
    }
  }
}

function textOfJson(json: unknown): string {
  return typeof json === "string" ? json : JSON.stringify(json);
}

function sizeOf({ json }: Operand): Operand {
  const isCountable = typeof json === "object" && json !== null;
  return { value: isCountable ? Object.keys(json).length : null, kind: "number", literal: false };
}

function equal(left: Operand, right: Operand): boolean {
  if (right.literal && right.value === null) return left.value === null;
  if (left.literal && left.value === null) return right.value === null;
  return compare(left, right) === 0;
}

function ordered(
  [left, right]: [Expression, Expression],
  row: Row,
  holds: (order: number) => boolean,
): boolean {
  const order = compare(operandOf(left, row), operandOf(right, row));
  return order !== null && holds(order);
}

/** Below 0, 0 or above 0; null where one side has no value. */
function compare(left: Operand, right: Operand): number | null {
  const kind = commonKind(left, right);
  const [a, b] = [as(left, kind), as(right, kind)];
  if (a === null || b === null) return null;
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

function commonKind(left: Operand, right: Operand): Kind {
  if (left.kind === right.kind && left.kind !== "text") return left.kind;
  const isTime = (left.kind === "timestamp" && right.literal) || (right.kind === "timestamp" && left.literal);
  if (isTime) return "timestamp";
  const [isLeftText, isRightText] = [left, right].map(({ kind, literal }) => kind === "text" && !literal);
  if ((left.literal && isRightText) || (right.literal && isLeftText)) return "text";
  if (left.kind === "number" || right.kind === "number") return "number";
  return left.kind === right.kind ? left.kind : "text";
}

function as(operand: Operand, kind: Kind): string | number | boolean | null {
  if (kind === "number") return toNumber(operand);
  if (kind === "timestamp") return operand.kind === "timestamp" ? operand.value : timeOf(operand.value);
  return kind === "boolean" ? operand.value : toText(operand);
}

/** The rows of the tests hold whole milliseconds, and so do the times they are compared with. */
function timeOf(value: Operand["value"]): string | null {
  const read = z.safeDecode(instant, value);
  return read.success ? new Date(read.data).toISOString().replace("Z", "000Z") : null;
}

function converted(operand: Operand, to: Conversion): Operand {
  switch (to) {
    case "double":
      return { value: toNumber(operand), kind: "number", literal: false };
    case "int": {
      const number = toNumber(operand);
      return { value: number === null ? null : Math.trunc(number), kind: "number", literal: false };
    }
    case "string":
      return { value: toText(operand), kind: "text", literal: false };
    case "bool":
      return { value: toBoolean(operand), kind: "boolean", literal: false };
    case "exists":
      return { value: operand.value !== null, kind: "boolean", literal: false };
    default:
      return to satisfies never;
  }
}

function toText({ value, literal }: Operand): string | null {
  if (typeof value === "number" && !literal) return plainDigits(value);
  return value === null ? null : String(value);
}

/** A number that was computed is written without an exponent. */
function plainDigits(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, "");
}

function toNumber({ value, kind }: Operand): number | null {
  if (value === null) return null;
  if (kind === "timestamp") return Date.parse(String(value)) / 1000;
  if (typeof value !== "string") return Number(value);
  return /^[-+]?\d{1,100}(\.\d{0,100})?([eE][-+]?\d{1,2})?$/.test(value) ? Number(value) : null;
}

function toBoolean({ value, kind }: Operand): boolean | null {
  if (value === null || kind === "timestamp") return null;
  if (typeof value === "number") return value !== 0;
  if (typeof value === "boolean") return value;
  return { true: true, "1": true, false: false, "0": false }[value.toLowerCase()] ?? null;
}
