import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import { retryTrainingJob } from "#lib/contract/training/training.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import {
  aDataset,
  anIntentQueue,
  aTalk,
  aVersion,
  becomeTalk,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aPair, aRow, sendForm } from "#lib/testing/data/file-data.ts";
import { aTrainedModel, endAllJobs, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const { path: PATH } = createPreferenceTrainingJob;
const ROWS = aPair("Is it so?") + aPair("And now?", "Later.", "Never.");

routeGuarantees(api, createPreferenceTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: inline(ROWS), config: { loss: "ipo", beta: 0.2 } };
});

function inline(text: string): string {
  return `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`;
}

async function aPlace() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

function create(caller: Caller, body: Record<string, unknown>) {
  return api.send(caller, { path: PATH, body });
}

async function linesOf(jobId: string): Promise<unknown[]> {
  const text = await readFile(absolutePath((await rowOf(api, jobId)).source), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("a preference job keeps its data and settings, the loss written out, and is retried as such", async () => {
  const { caller, modelId } = await aPlace();
  const config = { beta: 0.2, anchor: null, n_epochs: 3, seed: 7, unknown: true };
  const response = await create(caller, {
    model_id: modelId,
    training_data_url: inline(ROWS),
    config,
    start_step: 0,
    name: "Better",
  });
  const job = await response.json();
  expect(response.status, JSON.stringify(job)).toBe(200);
  expect(job).toMatchObject({ kind: "preference", status: "QUEUED", name: "Better", start_step: 0 });
  expect(job.config).toEqual({ loss: "dpo", beta: 0.2, n_epochs: 3, seed: 7, learning_rate: 0.00003 });
  expect(job.source).toMatchObject({ kind: "inline", is_available: true });
  expect(await linesOf(job.id)).toEqual(
    ROWS.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  await endAllJobs(api);
  const again = await api.call(caller, retryTrainingJob, { trainingJobId: job.id });
  expect(again).toMatchObject({ kind: "preference", config: job.config, retryOf: job.id });
  const listed = await api.send(caller, {
    method: "GET",
    path: `/v1/preview/training-jobs?model_id=${modelId}`,
  });
  expect((await listed.json()).data.map(({ kind }: { kind: string }) => kind)).toEqual([
    "preference",
    "preference",
  ]);
});

test("pairs, rated and rewarded replies come from uploaded files, and a supervised job has no use for them", async () => {
  const place = await aPlace();
  const openAi = JSON.stringify({
    input: { messages: [{ role: "user", content: "Is it so?" }], tools: [] },
    preferred_output: [{ role: "assistant", content: "Yes." }],
    non_preferred_output: [{ role: "assistant", content: "No." }],
  });
  const trl = JSON.stringify({ prompt: "Is it so?", chosen: "Yes.", rejected: "No." });
  const rated = JSON.stringify({ prompt: "Is it so?", completion: "Yes.", label: true });
  const trajectory = (content: string, reward: number) => ({
    messages_and_choices: [
      { role: "user", content: "Is it so?" },
      { role: "assistant", content },
    ],
    reward,
  });
  const rewarded = JSON.stringify({ trajectories: [trajectory("Yes.", 1), trajectory("No.", 0)] });
  for (const [content, loss] of [
    [`${ROWS}${openAi}\n${trl}\n`, "dpo"],
    [`${rated}\n${trl}\n`, "kto"],
    [`${rewarded}\n`, "rwr"],
  ] as const) {
    const file = await anUploadedFile(api, place, { content });
    expect(file.token_count).toBeGreaterThan(10);
    const body = { model_id: place.modelId, training_data_url: file.id };
    const response = await create(place.caller, { ...body, config: { loss } });
    expect(response.status, await response.clone().text()).toBe(200);
    expect((await rowOf(api, (await response.json()).id)).source).toBe(file.id);
    const supervised = await api.send(place.caller, { path: "/v1/preview/sft-training-jobs", body });
    expect(supervised.status).toBe(422);
    expect((await supervised.json()).detail[0].msg).toContain("line 1 has no messages");
  }
  const conversations = await anUploadedFile(api, place);
  const refused = await create(place.caller, {
    model_id: place.modelId,
    training_data_url: conversations.id,
  });
  expect(refused.status).toBe(422);
  expect((await refused.json()).detail[0].msg).toContain("line 1 has no replies to compare");
  const mixed = await sendForm(api, place.caller, {
    file: new Blob([ROWS + aRow("Is it so?")]),
    fields: { purpose: "fine-tune", project_id: place.project.path },
  });
  expect(mixed.status).toBe(422);
  expect((await mixed.json()).detail).toMatchObject([
    {
      loc: ["body", "file", 3],
      msg: expect.stringMatching(/began with a preference; put them in two files/),
    },
  ]);
});

test("a version of a dataset of preferences is named by its reference, and one of conversations is refused", async () => {
  const review = await anIntentQueue(api, { items: 8, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 8; item++) {
    const correction = { path: "output.content", text: `Better ${item}` };
    const feedback = [review.onCall(item, "spindle.correction.1", correction)];
    await review.say(0, item, { intent: "refund" });
    await desk.answer(desk.person(0), item, { revision: 1, feedback });
  }
  const source = { kind: "queue", queue_id: desk.queueId, use: "corrected" };
  const { id } = await aDataset(
    api,
    desk,
    { sources: [source], split: { held_out: 0.4 } },
    { kind: "preference" },
  );
  const { version } = await aVersion(api, desk, id);
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const body = { model_id: modelId, training_data_url: version.ref };
  const job = await (await create(byBearer(desk.caller), body)).json();
  for (const url of [version.ref, `job:${job.id}`]) {
    const asked = {
      path: "/v1/preview/preference-training-jobs/validate",
      body: { ...body, training_data_url: url },
    };
    const checked = await (await api.send(byBearer(desk.caller), asked)).json();
    expect(checked).toMatchObject({ rows: version.counts.train, problems: [] });
  }
  const data = { kind: "dataset", is_available: true };
  const validation = { rows: version.counts.heldOut };
  expect(job).toMatchObject({ kind: "preference", source: data, validation });
  const lines = await linesOf(job.id);
  expect(version.counts.heldOut).toBeGreaterThan(0);
  expect(lines).toHaveLength(version.counts.train);
  expect(lines[0]).toMatchObject({
    rejected: [{ content: expect.stringContaining("Answer") }],
    split: "train",
  });
  const again = await create(byBearer(desk.caller), { ...body, training_data_url: `job:${job.id}` });
  expect(await again.json()).toMatchObject({ source: job.source });

  const labels = await aDataset(api, desk, intentRecipe(review));
  const other = await create(byBearer(desk.caller), {
    ...body,
    training_data_url: (await aVersion(api, desk, labels.id)).version.ref,
  });
  expect((await other.json()).detail[0].msg).toMatch(
    /kind sft; a preference job with the loss dpo needs one of kind preference/,
  );
});

test("ratings of recorded replies are learned by the losses that are for them, from the reference of their version", async () => {
  const fields = { stars: { type: "integer", minimum: 1, maximum: 5 } };
  const review = await aReview(api, { items: 6, people: 1, fields });
  const { desk } = review;
  for (const [n, { callId }] of desk.items.entries()) {
    await becomeTalk(api, callId, aTalk(n));
    await review.say(0, n, { stars: n === 5 ? 3 : 1 + (n % 5) });
  }
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const rated = { kind: "queue", queue_id: desk.queueId, use: "ratings", field: review.ref("stars") };
  const middle = { keep_if: { in: [1, 2, 4, 5] }, good_if: { gte: 4 } };
  const versionOf = async (kind: "kto" | "reward", more: Record<string, unknown>) => {
    const recipe = { sources: [{ ...rated, ...more }], split: { held_out: 0 } };
    const { id } = await aDataset(api, desk, recipe, { kind });
    return (await aVersion(api, desk, id)).version;
  };
  const [kto, reward] = [await versionOf("kto", middle), await versionOf("reward", {})];
  expect(kto.counts).toMatchObject({ train: 4, rejectedBy: { not_kept: 2 } });
  const trained = async (version: typeof kto, loss: string) => {
    const body = { model_id: modelId, training_data_url: version.ref, config: { loss } };
    const check = await api.send(byBearer(desk.caller), { path: `${PATH}/validate`, body });
    expect(await check.json()).toMatchObject({
      rows: version.counts.train,
      problems: [],
    });
    const job = await (await create(byBearer(desk.caller), body)).json();
    expect(job).toMatchObject({ kind: "preference", source: { kind: "dataset", is_available: true } });
    return linesOf(job.id);
  };
  const reply = (n: number) => ({
    prompt: aTalk(n).inputs.messages,
    completion: [{ role: "assistant", content: `Answer ${n}` }],
  });
  expect(await trained(kto, "kto")).toMatchObject(
    [0, 1, 3, 4].map((n) => ({ ...reply(n), label: n >= 3, split: "train" })),
  );
  const rewards = [0, 0.25, 0.5, 0.75, 1, 0.5];
  expect(await trained(reward, "rwr")).toMatchObject(rewards.map((one, n) => ({ ...reply(n), reward: one })));
  const body = { model_id: modelId, training_data_url: kto.ref };
  const wrong = await (await create(byBearer(desk.caller), body)).json();
  expect(wrong.detail[0].msg).toMatch(
    /kind kto; a preference job with the loss dpo needs one of kind preference/,
  );

  const { good_if: _, ...unsaid } = middle;
  await expect(versionOf("kto", unsaid)).rejects.toMatchObject({
    status: 422,
    problems: [{ loc: ["body", "recipe", "sources", 0, "good_if"] }],
  });
});

test.each([
  [
    "a line that is none",
    { training_data_url: inline(`${ROWS}{}\n`) },
    ["training_data_url"],
    /line 3 has no replies/,
  ],
  ["no JSON", { training_data_url: inline(`${ROWS}{"a": [`) }, ["training_data_url"], /line 3 is not JSON/],
  ["no rows", { training_data_url: inline("\n") }, ["training_data_url"], /has no rows/],
  [
    "no such file",
    { training_data_url: "019a5b31-77aa-7c20-9b3d-5e6f70819203" },
    ["training_data_url"],
    /not found/i,
  ],
  [
    "rows of another loss",
    { config: { loss: "rwr" } },
    ["training_data_url"],
    /line 1 is a pair, from which rwr cannot/,
  ],
  ["an unknown loss", { config: { loss: "ppo" } }, ["config", "loss"], /'dpo'/],
  [
    "a setting of another loss",
    { config: { loss: "kto", anchor: 1 } },
    ["config", "anchor"],
    /only the loss dpo, ipo/,
  ],
  ["the best of nothing", { config: { keep: "best" } }, ["config", "keep"], /no rows are held out/],
  [
    "rows to measure by that are none",
    { validation_data_url: inline(aRow("Is it so?")) },
    ["validation_data_url"],
    /line 1 has no replies/,
  ],
  [
    "coin flips",
    { config: { label_smoothing: 0.5 } },
    ["config", "label_smoothing"],
    /less than or equal to 0.49/,
  ],
  ["no slope", { config: { beta: 0 } }, ["config", "beta"], /greater than or equal/],
  ["a step that is not there", { start_step: 9 }, ["start_step"], /no usable checkpoint of step 9/],
  [
    "a reference that is not there",
    { config: { reference_step: 9 } },
    ["config", "reference_step"],
    /step 9/,
  ],
])("what can be seen to be wrong is a 422 at its place: %s", async (_, sent, loc, text) => {
  const { caller, modelId } = await aPlace();
  const body = { model_id: modelId, training_data_url: inline(ROWS), ...sent };
  const response = await create(caller, body);
  expect(response.status).toBe(422);
  const { detail } = await response.json();
  expect(detail).toMatchObject([{ loc: ["body", ...loc], msg: expect.stringMatching(text) }]);
  expect(await api.db.prisma.trainingJob.count({ where: { modelId } })).toBe(0);
});
