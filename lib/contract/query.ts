import { type Fault, fault, refuseUnless } from "./fault.ts";
import { isDict, list, oneOf, present, text } from "./fields.ts";
import { isStorableText, UNSTORABLE } from "./storable.ts";
import { wireObject, withDefault } from "./wire.ts";
import * as z from "./zod.ts";

/** One operand of a query: a value, a field, a conversion, or an operation on others. It looks the same on the wire and in the code. */
export type Expression =
  | { $literal: unknown }
  | { $getField: string }
  | { $convert: { input: Expression; to: Conversion } }
  | { $size: Expression }
  | { $and: Expression[] }
  | { $or: Expression[] }
  | { $not: [Expression] }
  | { $eq: [Expression, Expression] }
  | { $gt: [Expression, Expression] }
  | { $gte: [Expression, Expression] }
  | { $lt: [Expression, Expression] }
  | { $lte: [Expression, Expression] }
  | { $in: [Expression, Expression[]] }
  | { $contains: { input: Expression; substr: Expression; case_insensitive?: boolean | null } };
export type Query = { $expr: Expression };
export type SortBy = { field: string; direction: "asc" | "desc" };

const CONVERSIONS = ["double", "string", "int", "bool", "exists"] as const;
export type Conversion = (typeof CONVERSIONS)[number];

export const MAX_DEPTH = 32;
export const MAX_OPERANDS = 10_000;

/** `{"$expr": …}`. Every operator is known and no other key is taken, so that a misspelt condition never widens a query. */
export const Query: z.Schema<Query> = z.codec(
  present({
    type: "object",
    required: ["$expr"],
    properties: { $expr: { type: "object", additionalProperties: true } },
    additionalProperties: false,
  }),
  z.custom<Query>(),
  {
    decode: (value, payload) => {
      const faults = faultsOf(value);
      for (const found of faults) fault(payload, found);
      // Every node was looked at, so what has no fault is a Query.
      return faults.length > 0 ? z.NEVER : (value as Query);
    },
    encode: (query) => query,
  },
);

export const sortDirection: z.Schema<"asc" | "desc"> = withDefault(oneOf(["asc", "desc"]), "asc");

/** Sorting by the given fields, or by a dotted path below one of `roots`; anything else is refused by name. */
export function sortBy(fields: readonly string[], roots: readonly string[] = []): z.Schema<SortBy[]> {
  const isKnown = (field: string) =>
    fields.includes(field) || roots.some((root) => field.startsWith(`${root}.`) && isStorableText(field));
  const expected = [...fields, ...roots.map((root) => `${root}.<path>`)];
  const field = text({ max: MAX_PATH_LENGTH }).check(
    refuseUnless(isKnown, { type: "literal_error", expected }),
  );
  return list(wireObject({ field, direction: sortDirection }), { max: 20 });
}

const MAX_PATH_LENGTH = 512;

type Path = (string | number)[];
type Reading = { faults: Fault[]; operands: number };

function faultsOf(query: unknown): Fault[] {
  if (!isDict(query)) return [{ type: "model_attributes_type" }];
  const reading: Reading = { faults: [], operands: 0 };
  for (const key of Object.keys(query))
    if (key !== "$expr") reading.faults.push({ type: "extra_forbidden", path: [key] });
  readOperand(query.$expr, ["$expr"], reading);
  if (reading.operands > MAX_OPERANDS)
    return [{ type: "too_long", bound: MAX_OPERANDS, actual: reading.operands, path: ["$expr"] }];
  return reading.faults;
}

function readOperand(value: unknown, path: Path, reading: Reading): void {
  if (++reading.operands > MAX_OPERANDS) return;
  const wrong = wrongOperand(value, path);
  if (wrong) reading.faults.push({ path, ...wrong });
  if (wrong || !isDict(value)) return;
  const keys = Object.keys(value);
  const operator = keys.find((key) => Object.hasOwn(READERS, key));
  for (const key of keys)
    if (key !== operator) reading.faults.push({ type: "extra_forbidden", path: [...path, key] });
  if (operator !== undefined) READERS[operator]?.(value[operator], [...path, operator], reading);
}

function wrongOperand(value: unknown, path: Path): Fault | null {
  if (value === undefined) return { type: "missing" };
  if (!isDict(value)) return { type: "model_attributes_type" };
  if (depthOf(path) > MAX_DEPTH)
    return { type: "value_error", text: `the query is nested deeper than ${MAX_DEPTH} operands` };
  if (Object.keys(value).length === 0)
    return { type: "value_error", text: `an operator is needed: ${Object.keys(READERS).join(", ")}` };
  return null;
}

/** Each operand that is nested in another brings exactly one operator into the path. */
function depthOf(path: Path): number {
  return 1 + path.filter((key) => typeof key === "string" && Object.hasOwn(READERS, key)).length;
}

type Reader = (value: unknown, path: Path, reading: Reading) => void;

const READERS: Record<string, Reader> = {
  $literal: readLiteral,
  $getField: readField,
  $convert: readConvert,
  $size: readOperand,
  $and: operands(1),
  $or: operands(1),
  $not: operands(1, 1),
  $eq: operands(2, 2),
  $gt: operands(2, 2),
  $gte: operands(2, 2),
  $lt: operands(2, 2),
  $lte: operands(2, 2),
  $in: readIn,
  $contains: readContains,
};

function readLiteral(value: unknown, path: Path, { faults }: Reading): void {
  if (typeof value === "number" && !Number.isFinite(value)) faults.push({ type: "finite_number", path });
}

function readField(value: unknown, path: Path, { faults }: Reading): void {
  if (typeof value !== "string") faults.push({ type: "string_type", path });
  else if (value.length > MAX_PATH_LENGTH)
    faults.push({ type: "string_too_long", bound: MAX_PATH_LENGTH, path });
  else if (!isStorableText(value)) faults.push({ ...UNSTORABLE, path });
}

function readConvert(value: unknown, path: Path, reading: Reading): void {
  readKeys(value, path, { reading, known: ["input", "to"] });
  if (!isDict(value)) return;
  readOperand(value.input, [...path, "input"], reading);
  const at = [...path, "to"];
  if (value.to === undefined) reading.faults.push({ type: "missing", path: at });
  else if (!CONVERSIONS.some((known) => known === value.to))
    reading.faults.push({ type: "literal_error", expected: CONVERSIONS, path: at });
}

function readContains(value: unknown, path: Path, reading: Reading): void {
  readKeys(value, path, { reading, known: ["input", "substr", "case_insensitive"] });
  if (!isDict(value)) return;
  readOperand(value.input, [...path, "input"], reading);
  readOperand(value.substr, [...path, "substr"], reading);
  if (!["boolean", "undefined"].includes(typeof (value.case_insensitive ?? undefined)))
    reading.faults.push({ type: "bool_type", path: [...path, "case_insensitive"] });
}

function readKeys(
  value: unknown,
  path: Path,
  { reading, known }: { reading: Reading; known: string[] },
): void {
  if (!isDict(value)) return void reading.faults.push({ type: "model_attributes_type", path });
  for (const key of Object.keys(value))
    if (!known.includes(key)) reading.faults.push({ type: "extra_forbidden", path: [...path, key] });
}

function readIn(value: unknown, path: Path, reading: Reading): void {
  if (!requireLength(value, path, { reading, min: 2, max: 2 })) return;
  readOperand(value[0], [...path, 0], reading);
  operands(0)(value[1], [...path, 1], reading);
}

function operands(min: number, max = MAX_OPERANDS): Reader {
  return (value, path, reading) => {
    if (!requireLength(value, path, { reading, min, max })) return;
    for (let i = 0; i < value.length; i++) readOperand(value[i], [...path, i], reading);
  };
}

function requireLength(
  value: unknown,
  path: Path,
  { reading, min, max }: { reading: Reading; min: number; max: number },
): value is unknown[] {
  if (!Array.isArray(value)) reading.faults.push({ type: "list_type", path });
  else if (value.length < min)
    reading.faults.push({ type: "too_short", bound: min, actual: value.length, path });
  else if (value.length > max)
    reading.faults.push({ type: "too_long", bound: max, actual: value.length, path });
  else return true;
  return false;
}
