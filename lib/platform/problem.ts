import type { Fault } from "#lib/contract/fault.ts";
import { InvalidRequest, type Problem } from "./errors.ts";

/** A request with thousands of faults is answered with this many of them. */
export const MAX_PROBLEMS = 50;

/** A fault as callers read it: pydantic's type and text, at a place that begins with `body`, `query`, `path` or `header`. */
export function problemAt(loc: Problem["loc"], fault: Fault): Problem {
  return { type: fault.type === "dict_too_long" ? "too_long" : fault.type, loc, msg: textOf(fault) };
}

/** The refusal of a request for one fault, for rules that only a verb or the adapter can check. */
export function invalidAt(loc: Problem["loc"], fault: Fault): InvalidRequest {
  return new InvalidRequest([problemAt(loc, fault)]);
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
  value_error: ({ text }) => `Value error, ${text}`,
};
