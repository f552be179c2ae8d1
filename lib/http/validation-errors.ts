import type { z } from "zod";
import type { Fault } from "#lib/contract/fault.ts";
import { InvalidRequest, type Problem } from "#lib/errors.ts";

/** A body with thousands of faults is answered with this many of them. */
const MOST_PROBLEMS = 50;

/** Turns zod's issues into pydantic's types and texts, one for each place; the only place that writes those strings. */
export function problemsOf(error: z.ZodError, place: string, raw: unknown): Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const issue of error.issues) {
    if (byPlace.size >= MOST_PROBLEMS) break;
    for (const problem of problemsOfIssue(issue, place, raw)) {
      const at = JSON.stringify(problem.loc);
      if (!byPlace.has(at)) byPlace.set(at, problem);
    }
  }
  return [...byPlace.values()].slice(0, MOST_PROBLEMS);
}

function problemsOfIssue(issue: z.core.$ZodIssue, place: string, raw: unknown): Problem[] {
  const path = issue.path.filter((key) => typeof key !== "symbol");
  const fault = faultOf(issue, valueAt(raw, path));
  const paths = fault.keys ? fault.keys.map((key) => [...path, key]) : [path];
  return paths.map((at) => ({ type: typeName(fault), loc: [place, ...at], msg: textOf(fault) }));
}

/** For rules across fields that a verb checks: one fault at a place in the body. */
export function invalidAt(loc: (string | number)[], fault: Fault): InvalidRequest {
  return new InvalidRequest([{ type: typeName(fault), loc, msg: textOf(fault) }]);
}

type FoundFault = Fault & { keys?: string[] };

function typeName(fault: Fault): string {
  return fault.type === "dict_too_long" ? "too_long" : fault.type;
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): FoundFault {
  switch (issue.code) {
    case "custom":
      return (issue.params?.fault as Fault | undefined) ?? { type: "value_error", text: issue.message };
    case "invalid_type":
      return value === undefined
        ? { type: "missing" }
        : { type: TYPE_FAULTS[issue.expected] ?? "string_type" };
    case "too_small":
      return sizeFault(issue.origin, "too_short", Number(issue.minimum), value);
    case "too_big":
      return sizeFault(issue.origin, "too_long", Number(issue.maximum), value);
    case "invalid_format":
      return { type: "string_pattern_mismatch", text: patternText(issue.pattern) };
    case "invalid_value":
      return { type: "literal_error", expected: issue.values.map(String) };
    case "unrecognized_keys":
      return { type: "extra_forbidden", keys: issue.keys };
    default:
      return { type: "value_error", text: issue.message };
  }
}

const TYPE_FAULTS: Partial<Record<string, Fault["type"]>> = {
  string: "string_type",
  object: "model_attributes_type",
  array: "list_type",
  record: "dict_type",
  boolean: "bool_type",
  number: "float_type",
};

function sizeFault(origin: string, which: "too_short" | "too_long", bound: number, value: unknown): Fault {
  if (origin === "string") return { type: `string_${which}`, bound };
  return { type: which, bound, actual: Array.isArray(value) ? value.length : 0 };
}

/** zod gives `/…/`; pydantic quotes the expression alone. */
function patternText(pattern: string | undefined): string {
  return (pattern ?? "").replace(/^\/|\/[a-z]*$/g, "").replaceAll("\\/", "/");
}

/** The value under a path as the caller sent it. */
export function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function textOf(fault: Fault): string {
  return TEXTS[fault.type](fault);
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
const quoted = (values: readonly string[] = []) => {
  const marked = values.map((value) => `'${value}'`);
  return marked.length < 2 ? marked.join("") : `${marked.slice(0, -1).join(", ")} or ${marked.at(-1)}`;
};

const TEXTS: { [T in Fault["type"]]: (fault: Fault) => string } = {
  missing: () => "Field required",
  json_invalid: () => "JSON decode error",
  model_attributes_type: () => "Input should be a valid dictionary or object to extract fields from",
  dict_type: () => "Input should be a valid dictionary",
  list_type: () => "Input should be a valid list",
  string_type: () => "Input should be a valid string",
  string_too_short: ({ bound = 0 }) => `String should have at least ${plural(bound, "character")}`,
  string_too_long: ({ bound = 0 }) => `String should have at most ${plural(bound, "character")}`,
  string_pattern_mismatch: ({ text }) => `String should match pattern '${text}'`,
  int_type: () => "Input should be a valid integer",
  int_parsing: () => "Input should be a valid integer, unable to parse string as an integer",
  int_parsing_size: () => "Unable to parse input string as an integer, exceeded maximum size",
  int_from_float: () => "Input should be a valid integer, got a number with a fractional part",
  greater_than_equal: ({ bound }) => `Input should be greater than or equal to ${bound}`,
  less_than_equal: ({ bound }) => `Input should be less than or equal to ${bound}`,
  float_type: () => "Input should be a valid number",
  float_parsing: () => "Input should be a valid number, unable to parse string as a number",
  finite_number: () => "Input should be a finite number",
  bool_type: () => "Input should be a valid boolean",
  bool_parsing: () => "Input should be a valid boolean, unable to interpret input",
  literal_error: ({ expected }) => `Input should be ${quoted(expected)}`,
  enum: ({ expected }) => `Input should be ${quoted(expected)}`,
  too_short: ({ bound = 0, actual = 0 }) =>
    `List should have at least ${plural(bound, "item")} after validation, not ${actual}`,
  too_long: ({ bound = 0, actual = 0 }) =>
    `List should have at most ${plural(bound, "item")} after validation, not ${actual}`,
  dict_too_long: ({ bound = 0, actual = 0 }) =>
    `Dictionary should have at most ${plural(bound, "item")} after validation, not ${actual}`,
  extra_forbidden: () => "Extra inputs are not permitted",
  datetime_type: () => "Input should be a valid datetime",
  datetime_parsing: ({ reason }) => `Input should be a valid datetime, ${reason}`,
  datetime_from_date_parsing: ({ reason }) => `Input should be a valid datetime or date, ${reason}`,
  url_parsing: ({ reason }) => `Input should be a valid URL, ${reason}`,
  url_scheme: () => "URL scheme should be 'http' or 'https'",
  value_error: ({ text }) => `Value error, ${text}`,
};
