import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createModel } from "#lib/contract/models/models.ts";
import * as contract from "#lib/contract/training/training.ts";
import { usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { aQueuedJob, aTrainedModel, eventsOf, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { askCancel } from "#lib/training/jobs/ask-cancel.ts";

const api = startHarness();
const PATH = "/v1/preview/training-jobs";

const choice = (content: string) => ({
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content },
  logprobs: { content: [{ token: "token_id:42", logprob: -0.7, bytes: [], top_logprobs: [] }] },
  token_ids: [42],
});
const GROUPS = [
  {
    trajectories: ["yes", "no"].map((word, n) => ({
      messages_and_choices: [{ role: "user", content: "Say yes or no" }, choice(word)],
      reward: n,
      metadata: { unknown: ["kept", null] },
    })),
  },
];
/** As clients send it: every key they know, most of them null. */
const CONFIG = {
  learning_rate: 1e-4,
  loss_fn: "cispo",
  ppo: null,
  epsilon: null,
  scale_rewards: true,
  advantage_balance: 0,
  kl_penalty_coef: null,
  packed_sequence_length: 1024,
};

routeGuarantees(api, contract.createTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, trajectory_groups: GROUPS, experimental_config: { learning_rate: 1e-4 } };
});
routeGuarantees(api, contract.listTrainingJobs, async ({ project }) => {
  const model = await aTrainedModel(api, { project });
  await aQueuedJob(api, model);
  return { project_id: project.path, model_id: model.modelId };
});

async function aPlace(): Promise<{ project: TestProject; caller: Caller; modelId: string }> {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

function create(caller: Caller, body: Record<string, unknown>) {
  return api.send(caller, { path: PATH, body });
}

test("a job of reinforcement learning is queued with its groups and settings as they were sent", async () => {
  const { caller, modelId, project } = await aPlace();
  const response = await create(caller, {
    model_id: modelId,
    trajectory_groups: GROUPS,
    experimental_config: { ...CONFIG, a_knob_of_tomorrow: 3 },
  });
  expect(response.status).toBe(200);
  const job = await response.json();
  expect(job).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    model_id: modelId,
    project_id: project.path,
    kind: "rl",
    status: "QUEUED",
    state: "queued",
    step: 0,
    total_steps: null,
    training_start: null,
    training_end: null,
    waited_seconds: 0,
    waiting_since: null,
    error_message: null,
    checkpoint_step: null,
    health: "good",
    warnings: [],
    interim_checkpoints: [],
    kept_step: null,
    is_stopped_early: false,
    validation: null,
    start_step: null,
    started_from_step: null,
    created_at: expect.stringMatching(/Z$/),
    created_by: caller.userId,
    config: {
      learning_rate: 1e-4,
      loss_fn: "cispo",
      scale_rewards: true,
      advantage_balance: 0,
      packed_sequence_length: 1024,
    },
    source: {
      kind: "groups",
      file_id: null,
      dataset_ref: null,
      name: null,
      rows: null,
      bytes: expect.any(Number),
      is_available: true,
    },
    retry_of: null,
    attempt: 0,
    last_fault: null,
    name: null,
    tags: [],
    note: null,
    group: null,
    queue_position: 0,
    waiting_for: null,
  });
  const row = await rowOf(api, job.id);
  expect(row.config).toEqual({
    learning_rate: 1e-4,
    loss_fn: "cispo",
    scale_rewards: true,
    advantage_balance: 0,
    packed_sequence_length: 1024,
  });
  const lines = (await readFile(absolutePath(row.source), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(GROUPS);
  expect(await eventsOf(api, job.id, { all: true })).toMatchObject([
    { type: "state", data: { state: "queued" }, number: "1" },
  ]);
});

test("a job without a learning rate gets the one that is usual for its kind and model, written down, and one that is named stays", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  for (const [mode, rates] of [
    ["lora", { rl: usual("rl", "lora"), sft: usual("sft", "lora") }],
    ["full", { rl: usual("rl", "full"), sft: usual("sft", "full") }],
  ] as const) {
    const model = await api.call(caller, createModel, {
      ...{ entity: project.entity, project: project.name, name: mode, baseModel: "spindle-mini" },
      ...{ returnExisting: false, training: { mode } },
    });
    const config = async (experimental_config?: object) =>
      (
        await (
          await create(caller, { model_id: model.id, trajectory_groups: GROUPS, experimental_config })
        ).json()
      ).config;
    expect(await config()).toEqual({ learning_rate: rates.rl });
    expect(await config({ learning_rate: null, loss_fn: "ppo" })).toEqual({
      learning_rate: rates.rl,
      loss_fn: "ppo",
    });
    expect(await config({ learning_rate: 0.02 })).toEqual({ learning_rate: 0.02 });
    const sft = await api.call(caller, contract.createSftTrainingJob, {
      modelId: model.id,
      trainingDataUrl: `data:application/jsonl,${encodeURIComponent(aRow("hello", "you"))}`,
    });
    expect((await getJob(sft.id)).config).toEqual({ learning_rate: rates.sft });
  }
});

function usual(kind: "rl" | "sft", mode: "lora" | "full"): number {
  return usualLearningRate(kind, { mode, parameters: 2_226_560 });
}

async function getJob(id: string): Promise<{ config: unknown }> {
  return api.db.prisma.trainingJob.findUniqueOrThrow({ where: { id }, select: { config: true } });
}

test("no groups and no settings are a job as well", async () => {
  const { caller, modelId } = await aPlace();
  for (const experimental_config of [null, undefined, {}]) {
    const response = await create(caller, { model_id: modelId, trajectory_groups: [], experimental_config });
    expect(response.status).toBe(200);
  }
});

test.each<[string, unknown, number]>([
  ["a group that is not an object", "group", 0],
  ["a group without trajectories", {}, 0],
  ["a trajectory that is not an object", { trajectories: [7] }, 0],
  ["a reward that is a text", { trajectories: [{ messages_and_choices: [], reward: "high" }] }, 0],
  [
    "an item that is neither message nor choice",
    { trajectories: [{ messages_and_choices: [{ text: "hi" }] }] },
    0,
  ],
])("%s is a 422 that says in which group", async (_, group) => {
  const { caller, modelId, project } = await aPlace();
  const response = await create(caller, { model_id: modelId, trajectory_groups: [GROUPS[0], group] });
  expect(response.status).toBe(422);
  const { detail } = await response.json();
  expect(detail).toMatchObject([{ type: "value_error", loc: ["body", "trajectory_groups", 1] }]);
  expect(detail[0].msg).toContain("trajectory_groups[1]");
  expect(await api.db.prisma.trainingJob.count({ where: { projectId: project.id } })).toBe(0);
});

test.each<[string, unknown]>([
  ["learning_rate", -1],
  ["learning_rate", "fast"],
  ["loss_fn", "dpo"],
  ["advantage_balance", 1.5],
  ["importance_sampling_level", "word"],
  ["kl_penalty_step_lag", 0],
  ["packed_sequence_length", 0],
])("a setting out of its range is a 422 at its name: %s = %j", async (name, value) => {
  const { caller, modelId } = await aPlace();
  const body = { model_id: modelId, trajectory_groups: GROUPS, experimental_config: { [name]: value } };
  const response = await create(caller, body);
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].loc).toEqual(["body", "experimental_config", name]);
});

test("a deleted model and one that never existed are a 404 in the same words, and nothing is left over", async () => {
  const { caller, modelId } = await aPlace();
  await api.db.prisma.model.update({ where: { id: modelId }, data: { deletedAt: new Date() } });
  const before = await jobFolders();
  const texts: string[] = [];
  for (const id of [modelId, newId()]) {
    const response = await create(caller, { model_id: id, trajectory_groups: GROUPS });
    expect(response.status).toBe(404);
    texts.push((await response.text()).replaceAll(id, "<id>"));
  }
  expect(new Set(texts).size).toBe(1);
  expect(await jobFolders()).toEqual(before);
});

test("the same request sent eight times at once under one Idempotency-Key makes one job", async () => {
  const { caller, modelId } = await aPlace();
  const body = { model_id: modelId, trajectory_groups: GROUPS };
  const headers = { "idempotency-key": newId() };
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await api.send(caller, { path: PATH, body, headers })).status),
  );
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await api.db.prisma.trainingJob.count({ where: { modelId } })).toBe(1);
});

test("jobs created at the same time have positions in the order in which they can be seen", async () => {
  const { caller, modelId } = await aPlace();
  const body = { model_id: modelId, trajectory_groups: GROUPS };
  await Promise.all(Array.from({ length: 8 }, () => create(caller, body)));
  const rows = await api.db.prisma.trainingJob.findMany({ where: { modelId }, orderBy: { position: "asc" } });
  expect(rows).toHaveLength(8);
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("the list filters by model, status and project, and pages to its end without a gap", async () => {
  const { caller, modelId, project } = await aPlace();
  const other = await aTrainedModel(api, { project });
  const ids: string[] = [];
  for (const model of [{ modelId, project }, other, { modelId, project }])
    ids.push(await aQueuedJob(api, model));
  await askCancel(api.db, ids[0] ?? "");
  const list = async (query: string) => {
    const response = await api.send(caller, { method: "GET", path: `${PATH}?${query}` });
    expect(response.status).toBe(200);
    return response.json();
  };
  const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
  expect(idsOf(await list(""))).toEqual(ids.toReversed());
  expect(idsOf(await list(`model_id=${modelId}`))).toEqual([ids[2], ids[0]]);
  expect(idsOf(await list("status=CANCELLED"))).toEqual([ids[0]]);
  expect(idsOf(await list(`status=QUEUED&project_id=${project.path}`))).toEqual([ids[2], ids[1]]);
  const first = await list("limit=2");
  expect(first).toMatchObject({ object: "list", first_id: ids[2], last_id: ids[1], has_more: true });
  const second = await list(`limit=2&after=${first.last_id}`);
  expect(second).toMatchObject({ first_id: ids[0], last_id: ids[0], has_more: false });
  expect(await list(`after=${ids[0]}`)).toEqual({
    object: "list",
    data: [],
    first_id: "",
    last_id: "",
    has_more: false,
  });
});

test("the list without a project shows the jobs of every project that the caller may read, and no others", async () => {
  const [mine, theirs] = [await aPlace(), await aPlace()];
  const own = await aQueuedJob(api, mine);
  const foreign = await aQueuedJob(api, theirs);
  const idsFor = async (caller: Caller) => {
    const response = await api.send(caller, { method: "GET", path: PATH });
    return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  expect(await idsFor(mine.caller)).toEqual([own]);
  const annotator = byBearer(await api.aCaller(mine.project, "annotator"));
  expect(await idsFor(annotator)).toEqual([]);
  const narrow = await api.aKey(mine.caller.userId, { projectIds: [theirs.project.id] });
  expect(await idsFor(byBearer({ ...mine.caller, headers: narrow }))).toEqual([]);
  expect((await api.send(mine.caller, { method: "GET", path: `${PATH}?after=${foreign}` })).status).toBe(422);
});

async function jobFolders(): Promise<string[]> {
  return readdir(path.join(env().SPINDLE_DATA_DIR, "jobs")).catch(() => []);
}

test("jobs carry the labels that they were created with, and are found by parts of them", async () => {
  const { caller, project, modelId } = await aPlace();
  const create = async (labels: object) => {
    const body = { model_id: modelId, trajectory_groups: GROUPS, ...labels };
    return (await api.send(caller, { method: "POST", path: PATH, body })).json();
  };
  const low = await create({
    name: "Low rate",
    tags: ["baseline"],
    note: "See 100% of rows",
    group: "rates",
  });
  const high = await create({ name: "High rate", tags: [], group: "rates" });
  const plain = await create({ name: null, tags: null });
  expect(low).toMatchObject({
    name: "Low rate",
    tags: ["baseline"],
    note: "See 100% of rows",
    group: "rates",
  });
  expect(plain).toMatchObject({ name: null, tags: [], note: null, group: null });
  const found = async (query: string) => {
    const path = `${PATH}?project_id=${project.path}&${query}`;
    const { data } = await (await api.send(caller, { method: "GET", path })).json();
    return data.map(({ id }: { id: string }) => id);
  };
  expect(await found("search=RATE")).toEqual([high.id, low.id]);
  expect(await found("search=100%25")).toEqual([low.id]);
  expect(await found("search=model-")).toEqual([plain.id, high.id, low.id]);
  expect(await found("search=nothing")).toEqual([]);
  expect(await found("tag=baseline")).toEqual([low.id]);
  expect(await found("group=rates")).toEqual([high.id, low.id]);
  const { source } = await rowOf(api, plain.id);
  expect(await found(`file_id=${encodeURIComponent(source)}`)).toEqual([plain.id]);
});
