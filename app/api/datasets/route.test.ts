import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { aCorrectedItemIn, aDataset, anIntentQueue, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { aReviewOfPairs } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createDataset, async (place) => {
  const corrected = await aCorrectedItemIn(api, place);
  return { ...corrected, name: "corrected", kind: "sft", description: "Better answers" };
});

type Sent = { name?: string; kind?: string; recipe: unknown };

async function create({ desk }: Awaited<ReturnType<typeof anIntentQueue>>, sent: Sent) {
  const body = { project_id: desk.projectId, name: "intents", kind: "sft", ...sent };
  const response = await api.send(desk.caller, { path: "/datasets", body });
  return { status: response.status, body: await response.json() };
}

test("a recipe comes back whole, with what it left out", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const { status, body } = await create(review, { recipe: intentRecipe(review) });
  expect(status).toBe(200);
  expect(body.dataset).toMatchObject({
    name: "intents",
    kind: "sft",
    version_count: 0,
    latest_version: null,
  });
  expect(body.dataset.recipe).toEqual({
    ...intentRecipe(review),
    prompt: { turns: "before", system: "keep", tools: "keep" },
    weights: "none",
    dedupe: { exact: true },
    secrets: { action: "report", kinds: ["key", "card", "email", "phone", "iban"] },
    split: { held_out: 0.15, seed: 1 },
    held_out_of: [],
    eval_guard: true,
  });
});

test("what a recipe cannot mean is refused where it stands", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const pairs = await aReviewOfPairs(api, { items: 0 });
  const refused: [Record<string, unknown>, (string | number)[], string][] = [
    [intentRecipe(review, {}, { balance: {} }), ["balance", "max_ratio"], "missing"],
    [
      intentRecipe(review, {}, { balance: { max_ratio: 0.5 } }),
      ["balance", "max_ratio"],
      "greater_than_equal",
    ],
    [intentRecipe(review, {}, { max_per_prompt: 0 }), ["max_per_prompt"], "greater_than_equal"],
    [
      intentRecipe(review, { consensus: { rule: "mean" } }),
      ["sources", 0, "consensus", "rule"],
      "value_error",
    ],
    [intentRecipe(review, { items: {} }), ["sources", 0, "items"], "extra_forbidden"],
    [intentRecipe(review, { kind: "answers" }), ["sources", 0, "kind"], "literal_error"],
    [{ sources: [{ kind: "calls" }] }, ["sources", 0, "filter"], "value_error"],
    [{ sources: [{ kind: "calls", filter: {} }] }, ["sources", 0, "filter"], "value_error"],
    [
      { sources: [{ kind: "threads", filter: { thread: ["t"] } }] },
      ["sources", 0, "filter", "thread"],
      "extra_forbidden",
    ],
    [
      { sources: [{ kind: "calls", filter: { call_ids: Array.from({ length: 1001 }, String) } }] },
      ["sources", 0, "filter", "call_ids"],
      "too_long",
    ],
    [
      { sources: [{ kind: "calls", query: { $expr: { $eq: [{ $getField: "colour" }, { $literal: 1 }] } } }] },
      ["sources", 0, "query"],
      "value_error",
    ],
    [
      { sources: [{ kind: "calls", feedback: { reaction: "👍", field: "f" } }] },
      ["sources", 0, "feedback", "reaction"],
      "value_error",
    ],
    [
      { sources: [{ kind: "calls", feedback: { reaction: "👍", keep_if: { eq: 1 } } }] },
      ["sources", 0, "feedback", "keep_if"],
      "value_error",
    ],
    [
      {
        sources: [
          { kind: "feedback", use: "approved", field: "weave:///a/b/object/c:d", keep_if: { eq: 1 } },
        ],
      },
      ["sources", 0, "field"],
      "value_error",
    ],
    [{ sources: [{ kind: "feedback", use: "pairs" }] }, ["sources", 0, "use"], "value_error"],
    [{ sources: [{ kind: "votes" }] }, ["sources", 0, "kind"], "value_error"],
    [intentRecipe(review, {}, { split: { by: "row" } }), ["split", "by"], "extra_forbidden"],
    [intentRecipe(review, {}, { split: { held_out: 0.95 } }), ["split", "held_out"], "less_than_equal"],
    [intentRecipe(review, { field: undefined }), ["sources", 0, "field"], "value_error"],
    [intentRecipe(review, { use: "approved" }), ["sources", 0, "keep_if"], "value_error"],
    [intentRecipe(review, { keep_if: {} }), ["sources", 0, "keep_if"], "value_error"],
    [intentRecipe(review, { keep_if: { eq: "a\u0000b" } }), ["sources", 0, "keep_if", "eq"], "value_error"],
    [
      intentRecipe(review, { keep_if: { in: ["a", { aB: [1, "\ud800"] }] } }),
      ["sources", 0, "keep_if", "in", 1, "aB", 1],
      "value_error",
    ],
    [
      intentRecipe(review, { keep_if: { eq: { "\ud800": 1 } } }),
      ["sources", 0, "keep_if", "eq", "\ud800"],
      "value_error",
    ],
    [
      intentRecipe(review, { reply_template: "\u0000{{value}}" }),
      ["sources", 0, "reply_template"],
      "value_error",
    ],
    [
      intentRecipe(review, {}, { prompt: { system: "replace", system_text: "\u0000" } }),
      ["prompt", "system_text"],
      "value_error",
    ],
    [
      { sources: [{ kind: "calls", query: { $expr: { $eq: [{ $literal: "\u0000" }, { $literal: 1 }] } } }] },
      ["sources", 0, "query", "$expr", "$eq", 0, "$literal"],
      "value_error",
    ],
    [
      intentRecipe(review, { reply_template: "always this" }),
      ["sources", 0, "reply_template"],
      "value_error",
    ],
    [intentRecipe(review, {}, { weights: "posterior" }), ["weights"], "value_error"],
    [intentRecipe(review, {}, { prompt: { system: "replace" } }), ["prompt", "system_text"], "value_error"],
    [intentRecipe(review, { field: `${review.ref("intent")}x` }), ["sources", 0, "field"], "value_error"],
    [intentRecipe(review, { use: "pairs", field: undefined }), ["sources", 0, "use"], "value_error"],
  ];
  for (const [recipe, place, type] of refused) {
    const { status, body } = await create(review, { recipe });
    expect(status, JSON.stringify(recipe)).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ["body", "recipe", ...place], type }]);
  }
  const ofPairs = {
    ...intentRecipe(review),
    sources: [{ kind: "queue", queue_id: pairs.at.queueId, use: "corrections" }],
  };
  const { body } = await create(pairs, { recipe: ofPairs });
  expect(body.detail).toMatchObject([{ loc: ["body", "recipe", "sources", 0, "queue_id"] }]);
});

test("everything that is wrong with a recipe is said at once", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const { body } = await create(review, {
    recipe: { sources: [{ kind: "answers" }], colour: 1, split: { heldout: 1 } },
  });
  const places = body.detail.map(({ loc }: { loc: unknown[] }) => loc.slice(2).join(".")).sort();
  expect(places).toEqual(["colour", "sources.0.kind", "split.heldout"]);
});

test("a name is taken once, be it by a dataset or by an object that a program published", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const recipe = intentRecipe(review);
  await aDataset(api, review.desk, recipe, { name: "intents" });
  await keepObject(api, review.desk, { objectId: "published", val: { a: 1 } });
  for (const name of ["intents", "published"])
    expect(await create(review, { name, recipe })).toMatchObject({
      status: 409,
      body: { code: "name_taken" },
    });
  expect(await create(review, { name: "no/name", recipe })).toMatchObject({ status: 422 });
});

test("a queue that is not there is a 404 that names it", async () => {
  const review = await anIntentQueue(api, { items: 0 });
  const elsewhere = await anIntentQueue(api, { items: 0 });
  const { status, body } = await create(review, { recipe: intentRecipe(elsewhere) });
  expect(status).toBe(404);
  expect(JSON.stringify(body)).toContain(elsewhere.at.queueId);
});
