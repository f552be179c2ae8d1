import { expect, test } from "vitest";
import { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { draftFaults, EMPTY, inputOf, proposedName } from "./evaluation-draft.ts";
import { GRADER_PRESETS, graderOptions } from "./grader-presets.ts";

test("a draft is sent once it has a name, a dataset and a number of tokens", () => {
  expect(Object.keys(draftFaults({ ...EMPTY, maxTokens: "0" }))).toEqual(["name", "datasetId", "maxTokens"]);
  expect(inputOf(EMPTY)).toBeNull();
  expect(
    inputOf({ name: " Intents ", datasetId: "d", graders: ["contains"], maxTokens: "64" }),
  ).toMatchObject({
    name: "Intents",
    datasetId: "d",
    graders: [{ name: "contains" }],
    sampling: { temperature: 0, maxTokens: 64 },
  });
});

test("a name is proposed from the dataset and the model that one came to measure", () => {
  expect(proposedName("intents", "shop:step1, shop:step2")).toBe("shop on intents");
  expect(proposedName("intents", "acme/support/shop:step1")).toBe("shop on intents");
  expect(proposedName("intents", null)).toBe("intents");
  expect(proposedName("intents", "intents:step1")).toBe("Model intents on dataset intents");
  expect(proposedName(null, "shop:step1")).toBe("");
});

test("each grader that can be chosen is one that the service takes", () => {
  const graders = GRADER_PRESETS.map(({ grader }) => grader);
  const schema = list(EvaluationGrader);
  expect(z.decode(schema, z.encode(schema, graders))).toEqual(graders);
});

test("a grader that the project keeps is measured under a name that a metric may have", () => {
  const grader = { type: "string_check" as const, input: "a", reference: "b", operation: "eq" as const };
  const stored = ["Near the reference!", "é 2", "7"].map((name) => ({
    id: name,
    name,
    description: "",
    grader,
  }));
  expect(
    graderOptions(stored)
      .slice(-3)
      .map((option) => option.grader.name),
  ).toEqual(["Near_the_reference", "e_2", "grader"]);
});
