import { expect, test } from "vitest";
import type { PromotionAdvice } from "#components/models/aliases/promotion-advice.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { type CandidateStep, candidateWords } from "./candidate-words.ts";

const HERE = { entity: "acme", project: "support" };
const MODEL = { id: "m", name: "shop" } as ModelWithSteps;
const SERVED = { modelId: "m", modelName: "shop", step: 2 } as ServedCheckpoint;
const RETRACTED = {
  ...{ rows: 16, totalRows: 35, already: 0, cleanStep: 3, versions: [] },
  rewards: { replies: 0, totalReplies: 0, already: 0, runs: [] },
};
const NOT_BETTER: PromotionAdvice = { is: "not-better", why: "exact match gained 0", evaluationId: null };
const NOT_MEASURED: Extract<PromotionAdvice, { is: "not-measured" }> = {
  is: "not-measured",
  evaluationId: "e",
  why: null,
};

const MOVE: CandidateStep = { kind: "move-alias", served: SERVED, retracted: RETRACTED, step: 3 };
const PROMOTE: CandidateStep = { kind: "promote", model: MODEL, step: 3, served: 2 };
const FIRST: CandidateStep = { ...PROMOTE, served: null };
const BACK: CandidateStep = {
  ...{ kind: "take-back", served: SERVED, retracted: RETRACTED, step: 1 },
  dataset: { id: "d", name: "intents" } as Dataset,
  version: { number: 0 } as NonNullable<Dataset["latestVersion"]>,
};

const titleOf = (step: CandidateStep, advice: PromotionAdvice | null) =>
  candidateWords(step, advice, HERE).title;

test("a step is put into production only where it is known to be better", () => {
  for (const step of [MOVE, PROMOTE]) {
    expect(titleOf(step, { is: "fit" })).toBe("Promote step 3 of shop to production");
    expect(candidateWords(step, { is: "fit" }, HERE).label).toBe("Promote step 3");
    expect(titleOf(step, NOT_BETTER)).toBe("Compare step 3 of shop with production");
    expect(titleOf(step, NOT_MEASURED)).toBe("Measure step 3 of shop");
    expect(titleOf(step, null)).toBe("Compare step 3 of shop with production");
  }
});

test("where nothing is in production, what is measured is promoted, unless its gate is against it", () => {
  expect(candidateWords(FIRST, { is: "fit" }, HERE)).toMatchObject({
    ...{ title: "Promote step 3 of shop", label: "Promote step 3" },
  });
  expect(candidateWords(FIRST, { is: "fit", found: "by Loss too few rows say anything" }, HERE).text).toBe(
    "It is measured, and nothing of this model is in production yet. By Loss too few rows say anything. The alias production gives it to your programs.",
  );
  expect(titleOf(FIRST, NOT_BETTER)).toBe("Look at step 3 of shop");
  expect(titleOf(FIRST, null)).toBe("Look at step 3 of shop");
});

test("the words say why not, and the button leads to what says so", () => {
  const gated = candidateWords(MOVE, NOT_BETTER, HERE);
  expect(gated.text).toBe(
    "16 of the 35 rows that step 2 of shop, in production, learned from have answers that were retracted since. Step 3 is newer and did not learn from them. It is not shown to be better: exact match gained 0.",
  );
  expect(gated.href).toMatch(/models\/m\?tab=aliases&candidate=3$/);
  const compared = candidateWords(MOVE, { ...NOT_BETTER, evaluationId: "e" }, HERE);
  expect(compared.href).toMatch(/evaluations\/e$/);
  const measured = candidateWords(MOVE, NOT_MEASURED, HERE);
  expect(measured.href).toMatch(/evaluations\/e\?start=runs&subjects=shop%3Astep2%2C\+shop%3Astep3$/);
});

test("what has no run of the gate is said by its name, and never that nobody has measured it", () => {
  const why =
    "by the gate of production, step 3 has no completed run of “guard”; by Prefers the right one of “pairs” too few rows (3) to say";
  const { title, text } = candidateWords(PROMOTE, { ...NOT_MEASURED, why }, HERE);
  expect(title).toBe("Measure step 3 of shop");
  expect(text).toBe(
    "Step 2 is in production. By the gate of production, step 3 has no completed run of “guard”; by Prefers the right one of “pairs” too few rows (3) to say.",
  );
});

test("production is taken back to a step that learned what holds, once that is measured", () => {
  const back = candidateWords(BACK, NOT_BETTER, HERE);
  expect(back.title).toBe("Take production back to step 1 of shop");
  expect(back.text).toContain("v0 of “intents” is without them, and step 1 learned it.");
  expect(titleOf(BACK, NOT_MEASURED)).toBe("Measure step 1 of shop");
});
