import { expect, test } from "vitest";
import { problemsOf } from "#lib/edge/body/validation-errors.ts";
import { MAX_DEPTH, MAX_OPERANDS, Query } from "./query.ts";
import * as z from "./zod.ts";

function problems(query: unknown): string[] {
  const read = z.safeDecode(Query, query);
  if (read.success) return [];
  return problemsOf(read.error, "body", query).map(({ type, loc }) => `${type} ${loc.slice(1).join(".")}`);
}

const field = { $getField: "id" };
const literal = { $literal: "x" };

test.each([
  ["no query", undefined, ["missing "]],
  ["a query that is a text", "all", ["model_attributes_type "]],
  ["no expression", {}, ["missing $expr"]],
  ["another key", { $expr: { $eq: [field, literal] }, $where: "1" }, ["extra_forbidden $where"]],
  ["an empty conjunction", { $expr: { $and: [] } }, ["too_short $expr.$and"]],
  ["an empty disjunction", { $expr: { $or: [] } }, ["too_short $expr.$or"]],
  ["no list", { $expr: { $and: {} } }, ["list_type $expr.$and"]],
  ["one operand", { $expr: { $eq: [field] } }, ["too_short $expr.$eq"]],
  ["three operands", { $expr: { $eq: [field, literal, literal] } }, ["too_long $expr.$eq"]],
  ["two things not", { $expr: { $not: [field, literal] } }, ["too_long $expr.$not"]],
  ["an unknown operator", { $expr: { $regex: ["a"] } }, ["extra_forbidden $expr.$regex"]],
  ["an unknown operator inside", { $expr: { $and: [{ $ne: 1 }] } }, ["extra_forbidden $expr.$and.0.$ne"]],
  [
    "two operators in one operand",
    { $expr: { $eq: [field, literal], $gt: [field, literal] } },
    ["extra_forbidden $expr.$gt"],
  ],
  ["no operator", { $expr: { $not: [{}] } }, ["value_error $expr.$not.0"]],
  ["an operand that is a text", { $expr: { $eq: ["id", literal] } }, ["model_attributes_type $expr.$eq.0"]],
  [
    "a field that is a number",
    { $expr: { $eq: [{ $getField: 1 }, literal] } },
    ["string_type $expr.$eq.0.$getField"],
  ],
  [
    "a field with NUL",
    { $expr: { $eq: [{ $getField: "a\u0000" }, literal] } },
    ["value_error $expr.$eq.0.$getField"],
  ],
  [
    "an unknown conversion",
    { $expr: { $eq: [{ $convert: { input: field, to: "date" } }, literal] } },
    ["literal_error $expr.$eq.0.$convert.to"],
  ],
  ["half a search", { $expr: { $contains: { input: field } } }, ["missing $expr.$contains.substr"]],
  [
    "a search with more",
    { $expr: { $contains: { input: field, substr: literal, regex: true, case_insensitive: "yes" } } },
    ["extra_forbidden $expr.$contains.regex", "bool_type $expr.$contains.case_insensitive"],
  ],
  ["a list of nothing in particular", { $expr: { $in: [field, literal] } }, ["list_type $expr.$in.1"]],
])("%s is refused where it stands", (_, query, expected) => {
  expect(problems(query)).toEqual(expected);
});

test("all faults of a query are reported at once", () => {
  expect(problems({ $expr: { $and: [{ $eq: [field] }, { $or: [] }, { $x: 1 }] } })).toHaveLength(3);
});

test("the deepest query is read and one operand deeper is refused", () => {
  const nested = (depth: number): unknown => (depth === 1 ? literal : { $not: [nested(depth - 1)] });
  expect(problems({ $expr: nested(MAX_DEPTH) })).toEqual([]);
  expect(problems({ $expr: nested(MAX_DEPTH + 1) })[0]).toMatch(/^value_error /);
  expect(problems({ $expr: nested(200) })).toHaveLength(1);
});

test("the longest query is read and one operand more is refused", () => {
  const or = (count: number) => ({ $expr: { $or: Array.from({ length: count - 1 }, () => literal) } });
  expect(problems(or(MAX_OPERANDS))).toEqual([]);
  expect(problems(or(MAX_OPERANDS + 1))).toEqual(["too_long $expr"]);
});
