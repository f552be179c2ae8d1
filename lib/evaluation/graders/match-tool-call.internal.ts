import type { ToolCallMatch } from "#lib/contract/evaluation/grader.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "./grade-result.ts";
import { renderTemplate, renderValue, type Variables } from "./render-template.ts";

/** 1 where one of the sample's tool calls has the name and the arguments, else 0. */
export function matchToolCall({ tool, match, ...grader }: ToolCallMatch, variables: Variables): number {
  const name = renderTemplate(tool, variables);
  const wanted = wantedArguments(grader.arguments, variables);
  const calls = Array.isArray(variables.sample.output_tools) ? variables.sample.output_tools : [];
  return Number(calls.some((call) => fits(call, { name, wanted, match })));
}

type Wanted = { name: string; wanted: Record<string, unknown> | null; match: ToolCallMatch["match"] };

function fits(call: unknown, { name, wanted, match }: Wanted): boolean {
  const made = isDict(call) && isDict(call.function) ? call.function : call;
  if (!isDict(made) || made.name !== name) return false;
  if (wanted === null) return true;
  const given = typeof made.arguments === "string" ? readJson(made.arguments) : made.arguments;
  if (!isDict(given)) return false;
  if (match === "exact" && Object.keys(given).length !== Object.keys(wanted).length) return false;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(given, key) && isSame(given[key], value),
  );
}

function wantedArguments(given: unknown, variables: Variables): Record<string, unknown> | null {
  if (given === undefined || given === null) return null;
  const made = rendered(given, variables);
  const wanted = typeof made === "string" ? readJson(made) : made;
  if (isDict(wanted)) return wanted;
  throw new Unscored(
    "invalid_reference",
    "The arguments that a tool call is compared with are not an object",
  );
}

/** The value with its texts rendered. */
function rendered(value: unknown, variables: Variables): unknown {
  if (typeof value === "string") return renderValue(value, variables);
  if (Array.isArray(value)) return value.map((element) => rendered(element, variables));
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rendered(inner, variables)]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isDict(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
