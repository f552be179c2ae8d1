import { expect, test } from "vitest";
import { GRADER_PRESETS } from "#components/evaluations/make/grader-presets.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import { editedGraders } from "./edited-graders.ts";

test("an evaluation's own graders stay as they are, also where the project offers one of the same name", () => {
  const grader = { type: "string_check", input: "a", reference: "b", operation: "eq" } as const;
  const own: EvaluationGrader[] = [
    { name: "contains", grader },
    { name: "made_by_api", grader },
  ];
  const { options, chosen } = editedGraders(own, GRADER_PRESETS);
  expect(chosen).toEqual(["own contains", "own made_by_api"]);
  expect(options.map(({ label }) => label)).toEqual([
    "Contains the reference",
    "made_by_api",
    "Similar to the reference",
    "Same number",
  ]);
  expect(options.slice(0, 2).map((option) => option.grader)).toEqual(own);
});
