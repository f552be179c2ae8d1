import { expect, test } from "vitest";
import * as z from "#lib/contract/zod.ts";
import { Grader } from "../grader.ts";
import { namesReference } from "./names-reference.ts";

const ANSWER = "{{sample.output_text}}";
const check = (reference: string) => ({
  ...{ type: "string_check", operation: "eq", input: ANSWER },
  reference,
});
const names = (given: Record<string, unknown>) => namesReference(z.decode(Grader, given));

test("a grader names the reference by any template of its own", () => {
  expect(names(check("{{item.reference}}"))).toBe(true);
  expect(names(check("the {{ item.reference.city }}"))).toBe(true);
  expect(names(check("{{item.reference[0]}}"))).toBe(true);
  expect(names({ type: "spindle.number_match", reference: "{{item.reference}}" })).toBe(true);
  const call = { type: "spindle.tool_call", tool: "book" };
  expect(names({ ...call, arguments: { to: ["{{item.reference}}"] } })).toBe(true);
  const judge = (content: string) => ({
    ...{ type: "spindle.judge", model: "m", scores: { good: 1, bad: 0 } },
    input: [{ role: "user", content }],
  });
  expect(names(judge(`${ANSWER} or {{item.reference}}?`))).toBe(true);
  expect([names(judge(ANSWER)), names(call)]).toEqual([false, false]);
});

test("what only looks like it, or is no template, does not count", () => {
  expect(names(check("{{item.references}}"))).toBe(false);
  expect(names(check("{{item.other.reference}}"))).toBe(false);
  expect(names(check("item.reference"))).toBe(false);
  expect(names({ type: "spindle.json_schema", schema: { title: "{{item.reference}}" } })).toBe(false);
  expect(names({ type: "spindle.http", url: "https://a.example/{{item.reference}}" })).toBe(false);
});

test("of several graders those count that the formula reads", () => {
  const multi = (calculate_output: string) => ({
    type: "multi",
    graders: { like: check("{{item.reference}}"), short: check("ok") },
    calculate_output,
  });
  expect([names(multi("like + short")), names(multi("2 * short"))]).toEqual([true, false]);
});
