import type { ToolCallMatch } from "#lib/contract/evaluation/grader.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "./grade-result.ts";
import { readJson } from "./read-json.internal.ts";
import { MAX_CHARACTERS, renderTemplate, renderValue, tooLong, type Variables } from "./render-template.ts";

/** 1 where one of the sample's tool calls has the name and the arguments, else 0. */
export function matchToolCall({ tool, match, ...grader }: ToolCallMatch, variables: Variables): number {
  const name = renderTemplate(tool, variables);
  const wanted = wantedArguments(grader.arguments, variables);
  const calls = Array.isArray(variables.sample.output_tools) ? variables.sample.output_tools : [];
  return Number(calls.some((call) => fits(call, { name, wanted, match })));
}

/** The arguments by name, each as JSON with its keys in order. */
type Wanted = { name: string; wanted: ReadonlyMap<string, string> | null; match: ToolCallMatch["match"] };

function fits(call: unknown, { name, wanted, match }: Wanted): boolean {
  const made = isDict(call) && isDict(call.function) ? call.function : call;
  if (!isDict(made) || made.name !== name) return false;
  if (wanted === null) return true;
  const given = typeof made.arguments === "string" ? readJson(made.arguments) : made.arguments;
  if (!isDict(given)) return false;
  if (match === "exact" && Object.keys(given).length !== wanted.size) return false;
  return [...wanted].every(([key, json]) => Object.hasOwn(given, key) && jsonOf(given[key]) === json);
}

function wantedArguments(given: unknown, variables: Variables): Map<string, string> | null {
  if (given === undefined || given === null) return null;
  const made = rendered(given, variables, { characters: MAX_CHARACTERS });
  const wanted = typeof made === "string" ? readJson(made) : made;
  if (isDict(wanted)) return new Map(Object.entries(wanted).map(([key, value]) => [key, jsonOf(value)]));
  throw new Unscored(
    "invalid_reference",
    "The arguments that a tool call is compared with are not an object",
  );
}

/** What the values of all its templates may still have together. */
type Room = { characters: number };

/** The value with its texts rendered. Throws where they grow beyond all use. */
function rendered(value: unknown, variables: Variables, room: Room): unknown {
  if (typeof value === "string") return within(room, renderValue(value, variables));
  if (Array.isArray(value)) return value.map((element) => rendered(element, variables, room));
  if (!isDict(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rendered(inner, variables, room)]),
  );
}

function within(room: Room, value: unknown): unknown {
  room.characters -= typeof value === "string" ? value.length : JSON.stringify(value).length;
  if (room.characters < 0) throw tooLong();
  return value;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** With keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isDict(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
