import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import type { SftConfig } from "#lib/contract/training/training-config.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aCompletedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { readRows } from "#lib/training/read-rows.ts";

const api = startHarness();
const LONG = aRow("Say all of it", "word ".repeat(20_000));
const ROWS = [1, 2, 3, 4, 5].map((n) => aRow(`Is it ${n}?`, `It is ${n}.`)).join("");

routeGuarantees(api, contract.validateSftTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: inline(ROWS), config: { batch_size: 2 } };
});

function inline(text: string): string {
  return `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`;
}

async function aPlace() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

async function check(
  { caller, modelId }: { caller: Caller; modelId: string },
  { url, config = {} }: { url: string; config?: Record<string, unknown> },
) {
  const body = { model_id: modelId, training_data_url: url, config };
  const response = await api.send(caller, { path: "/v1/preview/sft-training-jobs/validate", body });
  expect(response.status).toBe(200);
  return response.json();
}

test.each<[string, SftConfig, Record<string, unknown>]>([
  ["as it is usual", {}, {}],
  ["three rows a step", { batchSize: 3 }, { batch_size: 3 }],
  [
    "one row a step, last replies only",
    { batchSize: 1, assistantTurns: "last" },
    { batch_size: 1, assistant_turns: "last" },
  ],
  [
    "three times, shuffled",
    { batchSize: 3, nEpochs: 3, shuffle: true },
    { batch_size: 3, n_epochs: 3, shuffle: true },
  ],
])("a check counts what the plan of the job will count: %s", async (_, config, wire) => {
  const data = `${ROWS}${LONG}\n${LONG}${aRow("And now?", "No.")}`;
  const format = await openChatFormat("lib/models/base-models/spindle-mini");
  const rows = await Array.fromAsync(readRows([Buffer.from(data)], SUPERVISED_ROWS));
  const settings = sftSettings(config, { isDataset: false });
  const plan = await planSft({
    rows,
    validationRows: [],
    settings,
    format,
    contextLength: format.contextLength,
  });
  const found = await check(await aPlace(), { url: inline(data), config: wire });
  expect(found).toMatchObject({
    rows: plan.facts.num_rows,
    trainable_tokens: plan.facts.num_trainable_tokens,
    too_long_rows: plan.facts.num_dropped_rows,
    duplicate_rows: 1,
    untrainable_rows: 0,
    steps: plan.totalSteps,
    context_length: format.contextLength,
    is_estimated: false,
    problems: [],
  });
  expect(found.longest_row_tokens).toBeGreaterThan(format.contextLength);
});

test("rows that say they are held out are counted: a file is learned whole", async () => {
  const said = [null, "train", "held_out", "Test", "Held-Out", 1].map((split, at) =>
    JSON.stringify({ ...JSON.parse(aRow(`Is it ${at}?`)), split }),
  );
  const place = await aPlace();
  expect(await check(place, { url: inline(said.join("\n")) })).toMatchObject({
    ...{ rows: 6, held_out_rows: 3, problems: [] },
  });
  expect(await check(place, { url: inline(ROWS) })).toMatchObject({ rows: 5, held_out_rows: 0 });
});

test("the example shows a row as the model reads it, with what it learns marked", async () => {
  const { example } = await check(await aPlace(), { url: inline(aRow("Wie heißt du?", "Jörg 🦊")) });
  const text = (isTrained: boolean) =>
    example.tokens
      .filter((token: { is_trained: boolean }) => token.is_trained === isTrained)
      .map((token: { text: string }) => token.text)
      .join("");
  expect(text(true)).toMatch(/^Jörg 🦊/);
  expect(text(false)).toContain("Wie heißt du?");
  expect(example).toMatchObject({ line: 1, is_cut: false, token_count: example.tokens.length });
});

test("faults are reported with their lines, and the good rows are still counted", async () => {
  const bad = `${aRow("One?")}not JSON\n${JSON.stringify({ messages: [{ role: "user", content: "hi" }] })}\n`;
  const found = await check(await aPlace(), { url: inline(bad) });
  expect(found.problems).toMatchObject([
    { line: 2, text: expect.stringMatching(/not JSON/) },
    { line: 3, text: expect.stringMatching(/ends with user/) },
  ]);
  expect(found.example.line).toBe(1);
  expect((await check(await aPlace(), { url: inline("\n\n") })).problems).toMatchObject([{ line: 0 }]);
});

test("an uploaded file is checked, and an unknown one is a fault of the body", async () => {
  const place = await aPlace();
  const { id, token_count } = await anUploadedFile(api, place, { content: ROWS });
  expect(await check(place, { url: id })).toMatchObject({ rows: 5, steps: 3, tokens: token_count });
  const body = { model_id: place.modelId, training_data_url: "019a5b31-77aa-7c20-9b3d-5e6f70819203" };
  const response = await api.send(place.caller, { path: "/v1/preview/sft-training-jobs/validate", body });
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].loc).toEqual(["body", "training_data_url"]);
});

test("minutes come from the speed of earlier jobs of the same base model, else they are unknown", async () => {
  const place = await aPlace();
  const other = await aTrainedModel(api, place);
  await api.db.prisma.model.updateMany({ data: { baseModel: "another" } });
  await api.db.prisma.model.update({ where: { id: place.modelId }, data: { baseModel: "spindle-mini" } });
  expect((await check(place, { url: inline(ROWS) })).seconds).toBeNull();
  // Two steps of 1,000 tokens each: 100 and 200 tokens a second.
  for (const seconds of [20, 10]) {
    const jobId = await aCompletedJob(api, { ...place, modelId: other.modelId });
    await api.db.query(sql`
      update training_job set started_at = ended_at - ${seconds}::integer * interval '1 s' where id = ${jobId}`);
    await api.db.query(sql`
      update training_event set created_at = (
        select max(created_at) from training_event where job_id = ${jobId} and type = 'gradient_step'
      ) - ${seconds / 2}::integer * interval '1 s'
      where job_id = ${jobId} and type = 'gradient_step' and number = (
        select min(number) from training_event where job_id = ${jobId} and type = 'gradient_step')`);
    await api.db.query(sql`
      update training_metric set name = 'num_tokens', sum = 1000 where job_id = ${jobId} and name = 'loss'`);
  }
  await api.db.prisma.model.update({ where: { id: other.modelId }, data: { baseModel: "spindle-mini" } });
  const found = await check(place, { url: inline(ROWS) });
  // By tokens, and by steps: the cost of a step is between the two.
  const byTokens = (seconds: number) => (found.tokens * seconds) / 1000;
  const bySteps = (seconds: number) => found.steps * seconds;
  const middle = (seconds: number) => Math.sqrt(byTokens(seconds) * bySteps(seconds));
  expect(found.seconds.estimate).toBeCloseTo((middle(5) + middle(10)) / 2, 1);
  expect(found.seconds.low).toBeCloseTo(Math.min(byTokens(5), bySteps(5)) / 1.625, 1);
  expect(found.seconds.high).toBeCloseTo(Math.max(byTokens(10), bySteps(10)) * 1.625, 1);
});

test("what a job cannot be measured by is refused here as it is when the job is created", async () => {
  const place = await aPlace();
  const { id } = await anUploadedFile(api, place, { content: ROWS });
  const send = async (url: string, validation: string) => {
    const body = { model_id: place.modelId, training_data_url: url, validation_data_url: validation };
    const response = await api.send(place.caller, { path: "/v1/preview/sft-training-jobs/validate", body });
    return [response.status, (await response.json()).detail ?? []];
  };
  const refused = (text: RegExp) => [
    422,
    [{ type: "value_error", loc: ["body", "validation_data_url"], msg: expect.stringMatching(text) }],
  ];
  expect(await send(id, id)).toEqual(refused(/file that is trained on/));
  expect(await send(id, "https://data.example.com/rows")).toEqual(refused(/address cannot be measured by/));
  expect(await send(id, inline("\n"))).toEqual(refused(/no rows/));
  expect(await send(id, inline(`${ROWS}nonsense`))).toEqual(refused(/line 6 is not JSON/));
  expect(await send(id, "none")).toEqual(refused(/not found/i));
  expect(await send(inline(ROWS), id)).toEqual([200, []]);
});
