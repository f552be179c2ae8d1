import { expect, test } from "vitest";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { inProposedOrder, otherDataNote, taughtBy } from "./proposed-order.ts";

const model = (id: string, latestStep: number) => ({ id, name: id, latestStep }) as ModelWithSteps;
const job = (modelId: string, name: string, checkpointStep: number | null = 1) => ({
  ...{ modelId, checkpointStep },
  source: { datasetRef: `weave:///acme/support/object/${name}:v0` } as Parameters<
    typeof taughtBy
  >[0][number]["source"],
});
const MODELS = [model("intents", 2), model("faq-model", 3), model("untrained", 0)];
const JOBS = [job("intents", "intents"), job("faq-model", "faq"), job("untrained", "faq", null)];

const first = (ref: string | null) =>
  inProposedOrder(MODELS, { ref, taught: taughtBy(JOBS) }).map(({ id }) => id);

test("a dataset proposes the model that has learned from it, and else one that has learned nothing", () => {
  expect(first("weave:///acme/support/object/faq:v1?prompt=question")).toEqual([
    "faq-model",
    "untrained",
    "intents",
  ]);
  expect(first("weave:///acme/support/object/new:v0")).toEqual(["untrained", "intents", "faq-model"]);
  expect(first(null)).toEqual(["intents", "faq-model", "untrained"]);
});

test("a model that has learned other data says so, and one of which nothing is known says nothing", () => {
  const ref = "weave:///acme/support/object/faq:v1";
  const taught = taughtBy(JOBS);
  expect(otherDataNote(model("intents", 2), taught("intents"), ref)).toMatch(
    /^intents has learned from other data: intents\./,
  );
  expect(otherDataNote(model("faq-model", 3), taught("faq-model"), ref)).toBeNull();
  expect(otherDataNote(model("untrained", 0), taught("untrained"), ref)).toBeNull();
});
