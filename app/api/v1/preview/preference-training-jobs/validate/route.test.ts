import { expect, test } from "vitest";
import { PREFERENCE_LOSSES } from "#lib/contract/training/preference-config.ts";
import { validatePreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aPair, aRow } from "#lib/testing/data/file-data.ts";
import { aCompletedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { planPreference } from "#lib/training/preference/plan-preference.ts";
import { readPreferenceRow } from "#lib/training/preference/preference-row.ts";

const api = startHarness();
const PAIRS = [1, 2, 3, 4, 5].map((n) => aPair(`Is it ${n}?`, `It is ${n}.`, "Who knows."));
const LONG = aPair("Say all of it", "word ".repeat(20_000));

routeGuarantees(api, validatePreferenceTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: inline(PAIRS.join("")) };
});

function inline(text: string): string {
  return `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`;
}

async function aPlace() {
  const project = await api.aProject();
  return {
    caller: byBearer(await api.aCaller(project, "engineer")),
    ...(await aTrainedModel(api, { project })),
  };
}

async function check(
  { caller, modelId }: Awaited<ReturnType<typeof aPlace>>,
  text: string,
  config: object = {},
  more: object = {},
) {
  const body = { model_id: modelId, training_data_url: inline(text), config, ...more };
  const response = await api.send(caller, { path: validatePreferenceTrainingJob.path, body });
  expect(response.status).toBe(200);
  return response.json();
}

test("a check counts both sides as the plan of the job will, and what the reference reads", async () => {
  const data = [...PAIRS, LONG, PAIRS[0] ?? ""];
  const format = await openChatFormat("lib/models/base-models/spindle-mini");
  const rows = data.map((line, at) => readPreferenceRow(JSON.parse(line), at + 1));
  const place = await aPlace();
  for (const loss of PREFERENCE_LOSSES.filter((one) => one !== "rwr")) {
    const plan = await planPreference({
      rows,
      validationRows: [],
      config: { loss, batchSize: 4, nEpochs: 2 },
      format,
      contextLength: format.contextLength,
      startStep: 0,
      scoreCheckpoint: async () => [],
    });
    const found = await check(place, data.join(""), { loss, batch_size: 4, n_epochs: 2 });
    expect(found, loss).toMatchObject({
      rows: 7,
      tokens: plan.facts.num_tokens,
      trainable_tokens: plan.facts.num_trainable_tokens,
      reference_tokens:
        Number(plan.facts.num_tokens) * { dpo: 1, ipo: 1, kto: 2, simpo: 0, cpo: 0, orpo: 0 }[loss],
      too_long_rows: loss === "kto" ? 0 : 1,
      duplicate_rows: 1,
      steps: plan.totalSteps,
      is_estimated: false,
      seconds: null,
      problems: [],
    });
    expect(found.longest_row_tokens).toBeGreaterThan(format.contextLength);
    expect(found.examples).toHaveLength(2);
    const said = found.examples.map(({ tokens }: { tokens: { text: string; is_trained: boolean }[] }) =>
      tokens.flatMap(({ text, is_trained }) => (is_trained ? [text] : [])).join(""),
    );
    expect(said[0]).toMatch(/^It is 1\./);
    expect(said[1]).toMatch(/^Who knows\./);
  }
});

test("pairs that say they are held out are counted", async () => {
  const heldOut = JSON.stringify({ ...JSON.parse(PAIRS[0] ?? ""), split: "held_out" });
  const found = await check(await aPlace(), [...PAIRS.slice(1), heldOut].join(""));
  expect(found).toMatchObject({ rows: PAIRS.length, held_out_rows: 1, problems: [] });
});

test("faults are listed with their lines", async () => {
  const place = await aPlace();
  const found = await check(place, `${PAIRS[0]}not JSON\n${aRow("Is it so?")}`);
  expect(found.problems).toMatchObject([
    { line: 2, text: expect.stringMatching(/not JSON/) },
    { line: 3, text: expect.stringMatching(/no replies to compare/) },
  ]);
  expect((await check(place, "\n")).problems).toMatchObject([{ line: 0 }]);
});

test("minutes come from earlier supervised jobs until there is one of preferences, and count the reference's pass", async () => {
  const place = await aPlace();
  await api.db.prisma.model.updateMany({ data: { baseModel: "another" } });
  const base = (id: string) =>
    api.db.prisma.model.update({ where: { id }, data: { baseModel: "spindle-mini" } });
  await base(place.modelId);
  const finished = async (kind: "sft" | "preference", seconds: number) => {
    const other = await aTrainedModel(api, place);
    await base(other.modelId);
    const id = await aCompletedJob(api, { ...place, modelId: other.modelId });
    await api.db.query(sql`
      update training_job set kind = ${kind}, started_at = ended_at - ${seconds}::integer * interval '1 s' where id = ${id}`);
    // Its second step, of 1,000 tokens like the first one, took half of the time.
    await api.db.query(sql`
      update training_event set created_at = created_at - ${seconds / 2}::float8 * interval '1 s'
      where job_id = ${id} and type = 'gradient_step' and number = (
        select min(number) from training_event where job_id = ${id} and type = 'gradient_step')`);
    await api.db.query(sql`
      update training_metric set name = 'num_tokens', sum = 1000 where job_id = ${id} and name = 'loss'`);
  };
  const secondsOf = async (config: object) => (await check(place, PAIRS.join(""), config)).seconds.estimate;
  await finished("sft", 100);
  const [dpo, simpo, twice] = [
    await secondsOf({}),
    await secondsOf({ loss: "simpo" }),
    await secondsOf({ n_epochs: 50 }),
  ];
  expect(dpo).toBeGreaterThanOrEqual(simpo);
  expect(twice).toBeGreaterThan(dpo * 10);
  const measured = { validation_data_url: inline(PAIRS.join("")) };
  const found = await check(place, PAIRS.join(""), { n_epochs: 50 }, measured);
  expect(found.seconds.estimate).toBeGreaterThan(twice);
  await finished("preference", 3_000);
  expect(await secondsOf({ n_epochs: 50 })).toBeGreaterThan(twice * 3);
});

test("rows to measure by that are none of the loss are refused at their field", async () => {
  const { caller, modelId } = await aPlace();
  const given = { model_id: modelId, training_data_url: inline(PAIRS.join("")) };
  const send = (validation: string) =>
    api.send(caller, {
      path: validatePreferenceTrainingJob.path,
      body: { ...given, validation_data_url: inline(validation) },
    });
  const refused = await send(aRow("Is it so?"));
  expect(refused.status).toBe(422);
  expect((await refused.json()).detail[0].loc).toEqual(["body", "validation_data_url"]);
  expect((await send(PAIRS[0] ?? "")).status).toBe(200);
});
