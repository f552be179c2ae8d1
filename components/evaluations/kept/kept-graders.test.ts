import { expect, test } from "vitest";
import type { Evaluation, EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { isJudge, keptGraders, measuresLike, newerName, newestGraders } from "./kept-graders.ts";

test("a grader that changed in the project is known as an earlier text, one that the project does not have stands", () => {
  const own = [grader("near_it", "a"), grader("exact", "a"), grader("contains", "a")];
  const kept = keptGraders(own, [stored("1", "near it", "b"), stored("2", "exact", "a")]);
  expect(kept.map(({ isNewest, stored: one }) => [isNewest, one?.id ?? null])).toEqual([
    [false, "1"],
    [true, "2"],
    [true, null],
  ]);
  expect(newestGraders(kept)).toEqual([
    grader("near_it", "b"),
    grader("exact", "a"),
    grader("contains", "a"),
  ]);
});

test("of two graders that are called alike the one with the same text is meant", () => {
  const [one] = keptGraders(
    [grader("near_it", "a")],
    [stored("1", "near it", "b"), stored("2", "near it!", "a")],
  );
  expect(one).toMatchObject({ isNewest: true });
  const [same] = keptGraders(
    [grader("near_it", "a")],
    [stored("1", "near it", "b"), stored("2", "near it", "a")],
  );
  expect(same).toMatchObject({ isNewest: true, stored: { id: "2" } });
});

test("the order of fields makes no other grader", () => {
  const turned = { operation: "eq", reference: "a", input: "x", type: "string_check" } as const;
  expect(keptGraders([{ name: "exact", grader: turned }], [stored("1", "exact", "a")])[0]?.isNewest).toBe(
    true,
  );
});

test("an evaluation that measures so already is known, whatever it is called", () => {
  const evaluation = {
    datasetId: "d",
    version: null,
    sampling: { temperature: 0, maxTokens: 9 },
  } as Evaluation;
  const newer = [grader("exact", "b")];
  const one = { ...evaluation, name: "other", graders: newer };
  expect(measuresLike(one, { ...evaluation, graders: [grader("exact", "a")] }, newer)).toBe(true);
  expect(measuresLike({ ...one, version: 1 }, evaluation, newer)).toBe(false);
});

test("a judge is what asks a model, also inside of a formula", () => {
  const judge = { type: "score_model", model: "m", input: [] } as unknown as Grader;
  const multi = { type: "multi", graders: { a: judge }, calculateOutput: "a" } as unknown as Grader;
  expect([judge, multi, aCheck("a")].map((one) => isJudge({ name: "x", grader: one }))).toEqual([
    true,
    true,
    false,
  ]);
});

test("the newer one has a free name, and that of a newer one does not grow", () => {
  expect(newerName("intents", new Set())).toBe("intents, newer graders");
  expect(newerName("intents, newer graders", new Set(["intents, newer graders"]))).toBe(
    "intents, newer graders 2",
  );
});

function aCheck(reference: string): Grader {
  return { type: "string_check", input: "x", reference, operation: "eq" };
}

function grader(name: string, reference: string): EvaluationGrader {
  return { name, grader: aCheck(reference) };
}

function stored(id: string, name: string, reference: string): StoredGrader {
  return { id, name, description: "", grader: aCheck(reference) } as StoredGrader;
}
