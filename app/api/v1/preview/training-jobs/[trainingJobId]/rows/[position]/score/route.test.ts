import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import { scoreTrainingRow } from "#lib/contract/training/training-rows.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { scoreReplies } from "#lib/serving/asking/score-replies.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { aQueuedJob } from "#lib/testing/data/job-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
startTestSampler();

const QUESTION = "respond with one of yes, no, maybe";
const TWO_REPLIES = JSON.stringify({
  messages: [
    { role: "user", content: QUESTION },
    { role: "assistant", content: "yes" },
    { role: "user", content: QUESTION },
    { role: "assistant", content: "qqqq" },
  ],
});
const ROWS = [aRow(QUESTION, "yes"), aRow(QUESTION, "qqqq"), `${TWO_REPLIES}\n`, aRow(QUESTION, "é — 日本")];

async function aJobIn({ project, caller }: { project: TestProject; caller: Caller }, turns?: "last") {
  const model = await aModelIn(api, { project, caller });
  const { id } = await api.call(byBearer(caller), createSftTrainingJob, {
    modelId: model.id,
    trainingDataUrl: `data:,${encodeURIComponent(ROWS.join(""))}`,
    ...(turns ? { config: { assistantTurns: turns } } : {}),
  });
  return { id, modelId: model.id };
}

routeGuarantees(api, scoreTrainingRow, async (place) => ({
  training_job_id: (await aJobIn(place)).id,
  position: 0,
}));

async function aPlace() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project, "engineer") };
}

function scored({ caller }: { caller: Caller }, trainingJobId: string, position: number) {
  return api.call(byBearer(caller), scoreTrainingRow, { trainingJobId, position });
}

const said = ({ tokens }: Awaited<ReturnType<typeof scored>>) =>
  tokens.flatMap(({ text, isTrained }) => (isTrained ? text : [])).join("");

test("the tokens that are learned have the losses by which replies are scored, and the rest of the row theirs", async () => {
  const place = await aPlace();
  const { id } = await aJobIn(place);
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: place.caller.userId } });
  const actor = { ...user, userId: user.id, key: null };
  const ctx = { db: api.db, actor, requestId: newId(), signal: new AbortController().signal };
  const replies = ["yes", "qqqq"].map((reply) => ({
    messages: [{ role: "user", content: QUESTION }],
    reply,
  }));
  // No job has ended: the model is its base.
  const wanted = await scoreReplies(ctx, { model: "spindle-mini", projectPath: place.project.path, replies });
  for (const [position, found] of wanted.entries()) {
    const row = await scored(place, id, position);
    const losses = row.tokens.flatMap(({ isTrained, loss }) => (isTrained && loss !== null ? loss : []));
    if (!("logprobs" in found)) throw new Error(found.refused);
    expect(losses).toHaveLength(found.logprobs.length);
    for (const [at, loss] of losses.entries()) expect(loss).toBeCloseTo(-(found.logprobs[at] ?? 0), 4);
    expect(row.loss).toBeCloseTo(losses.reduce((sum, loss) => sum + loss, 0) / losses.length, 9);
    expect(row).toMatchObject({ step: 0, isCut: false, tokenCount: row.tokens.length });
    expect(row.tokens[0]).toMatchObject({ isTrained: false, loss: null });
  }
});

test("as the job learns all replies or the last one, so are they marked, and texts are whole", async () => {
  const place = await aPlace();
  const [all, last] = [await aJobIn(place), await aJobIn(place, "last")];
  expect(said(await scored(place, all.id, 2))).toMatch(/^yes.*qqqq/);
  expect(said(await scored(place, last.id, 2))).toMatch(/^qqqq/);
  expect(said(await scored(place, all.id, 3))).toMatch(/^é — 日本/);
});

test("a row that is not there any more is a 404, and other kinds of jobs have no such losses", async () => {
  const place = await aPlace();
  const { id, modelId } = await aJobIn(place);
  await expect(scored(place, id, 4)).rejects.toMatchObject({ status: 404 });
  await rm(absolutePath(jobPath(id)), { recursive: true });
  await expect(scored(place, id, 0)).rejects.toMatchObject({ status: 404 });
  const rl = await aQueuedJob(api, { modelId, project: place.project }, { kind: "rl" });
  await expect(scored(place, rl, 0)).rejects.toMatchObject({ status: 409 });
});
