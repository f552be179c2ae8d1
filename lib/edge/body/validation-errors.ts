import { type Fault, faultIn } from "#lib/contract/fault.ts";
import { UNSTORABLE, unstorablePlaces } from "#lib/contract/storable.ts";
import type * as z from "#lib/contract/zod.ts";
import type { Problem } from "#lib/platform/errors.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import { MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";

/** Turns zod's issues into pydantic's types and texts, one for each place. */
export function problemsOf(error: z.core.$ZodError, place: string, raw: unknown): Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const issue of error.issues) {
    if (byPlace.size >= MAX_PROBLEMS) break;
    for (const problem of problemsOfIssue(issue, place, raw)) {
      const at = JSON.stringify(problem.loc);
      if (!byPlace.has(at)) byPlace.set(at, problem);
    }
  }
  return [...byPlace.values()].slice(0, MAX_PROBLEMS);
}

function problemsOfIssue(issue: z.core.$ZodIssue, place: string, raw: unknown): Problem[] {
  const path = issue.path.filter((key) => typeof key !== "symbol");
  const value = valueAt(raw, path);
  const fault = faultOf(issue, value);
  return placesOf(fault, value).map((below) => problemAt([place, ...path, ...below], fault));
}

/** Where below the value of an issue its fault is. */
function placesOf(fault: FoundFault, value: unknown): (string | number)[][] {
  if (fault.keys) return fault.keys.map((key) => [key]);
  // A check of a whole value says that there is such a text in it; only what was sent says where, in its sender's words.
  if (fault.text !== UNSTORABLE.text) return [[]];
  const found = [...unstorablePlaces(value).take(MAX_PROBLEMS)];
  return found.length > 0 ? found : [[]];
}

type FoundFault = Fault & { keys?: string[] };

function faultOf(issue: z.core.$ZodIssue, value: unknown): FoundFault {
  switch (issue.code) {
    case "custom":
      return faultIn(issue) ?? { type: "value_error", text: issue.message };
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
