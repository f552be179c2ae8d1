import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { advanceRlRuns } from "#lib/evaluation/rl-work/advance-rl-runs.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { anEvaluation, aRow, aVersionOf } from "#lib/testing/data/evaluation-data.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { aModel, type ModelPlace } from "#lib/testing/data/model-data.ts";
import {
  advanceOnce,
  anRlRun,
  anRlRunIn,
  aPrompt,
  LIKE_REFERENCE,
  readRlRun,
} from "#lib/testing/data/rl-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";

// Real jobs, in the process that also samples and serves.
vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 4096 });
let trainer: RunningTrainer;
beforeAll(() => {
  overrideSettings({ TRAIN_THREADS: "1" });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

routeGuarantees(api, contract.createRlRun, async (place) => {
  const { project_id, model_id, dataset_id } = await anRlRunIn(api, place);
  const grader = {
    type: "string_check",
    input: "{{sample.output_text}}",
    reference: "yes",
    operation: "ilike",
  };
  return { project_id, model_id, dataset_id, graders: [{ name: "yes", grader }] };
});

const QUESTION = "respond with one of yes, no, maybe";

async function untilEnded(place: ModelPlace, runId: string) {
  return vi.waitFor(
    async () => {
      await advanceOnce(api, place);
      const read = await readRlRun(api, place, runId);
      expect(read.run.endedAt, `${read.run.state}: ${read.run.waitingFor}`).not.toBeNull();
      return read;
    },
    { timeout: 50_000, interval: 5 },
  );
}

/** Nobody earns anything by it. */
const NEVER = {
  name: "never",
  weight: 1,
  grader: { type: "string_check" as const, input: "a", reference: "b", operation: "eq" as const },
};
const CONFIG = { rounds: 2, promptsPerRound: 4, rollouts: 4, temperature: 1, maxTokens: 6, seed: 1 };

/** Does all of its work, and dies before it is kept. */
const dying: Db = {
  get prisma() {
    return api.db.prisma;
  },
  query: (...asked) => api.db.query(...asked),
  stream: (...asked) => api.db.stream(...asked),
  transaction: (work) =>
    api.db.transaction(async (tx) => {
      await work(tx);
      throw new Error("killed before the commit");
    }),
};

test("each round learns from graded answers and begins where the one before ended, whatever dies in between", async () => {
  const place = await aModel(api);
  const rows = [
    aPrompt(QUESTION, "yes"),
    aPrompt("hello", "maybe"),
    // No answer is like it: all earn the same.
    aPrompt("greet me", "§"),
    { value: { prompt: [{ role: "user", content: "No reference to compare with" }] } },
    aRow("held out", "never asked"),
  ];
  const watched = { ...NEVER, weight: 0 };
  const { id } = await anRlRun(api, place, {
    ...{ modelId: place.model.id, rows, config: CONFIG, graders: [LIKE_REFERENCE, watched] },
  });
  const { run, rounds } = await vi.waitFor(
    async () => {
      await advanceOnce(api, place);
      await advanceRlRuns(dying).catch(() => undefined);
      const read = await readRlRun(api, place, id);
      expect(read.run.endedAt).not.toBeNull();
      return read;
    },
    { timeout: 50_000, interval: 5 },
  );
  expect(run).toMatchObject({ state: "completed", ending: "all_rounds", round: 2, prompts: 4, step: 2 });
  expect(rounds.map(({ fromStep, toStep, phase }) => [fromStep, toStep, phase])).toEqual([
    [0, 1, "ended"],
    [1, 2, "ended"],
  ]);
  for (const round of rounds) {
    expect(round).toMatchObject({ groups: 4, groupsDone: 4, droppedGroups: 1, rollouts: 16, masked: 4 });
    expect(round.flatGroups).toBeGreaterThan(0);
    expect(round.reward).toBeGreaterThan(0);
    expect(round.length).toBeGreaterThan(0);
    expect(round.components).toEqual([
      // Added up in another order.
      { name: "like", mean: expect.closeTo(round.reward ?? Number.NaN, 12) },
      { name: "never", mean: 0 },
    ]);
  }
  const jobs = await api.db.prisma.trainingJob.findMany({
    where: { modelId: place.model.id },
    orderBy: { createdAt: "asc" },
  });
  expect(jobs.map((job) => [job.id, job.startStep, job.groupName])).toEqual(
    rounds.map(({ jobId, fromStep }) => [jobId, fromStep, run.name]),
  );
  // Its job says the same reward: what teaches nothing is among what was earned.
  const rewards = await api.db.query(sql`
    select ${columns({ reward: float(sql`(e.data ->> 'reward')::float8`) })}
    from training_job j join training_event e on e.job_id = j.id and e.type = 'gradient_step'
    where j.model_id = ${place.model.id} order by j.created_at, e.number`);
  expect([...new Set(rewards.map(({ reward }) => reward.toFixed(9)))]).toEqual([
    ...new Set(rounds.map(({ reward }) => reward?.toFixed(9))),
  ]);
  const asked = { projectId: place.project.path, runId: id, round: 1, limit: 200, offset: 0 };
  const read = await api.call(place.caller, contract.queryRlRollouts, { ...asked, order: "worst" });
  expect(read.totalCount).toBe(16);
  const masked = read.rollouts.slice(12);
  expect(masked.map(({ reward }) => reward)).toEqual([null, null, null, null]);
  // Beside each answer stands what it was compared with, where its row knows it.
  expect(read.rollouts.map(({ reference }) => reference !== null)).toEqual([
    ...Array.from({ length: 12 }, () => true),
    ...Array.from({ length: 4 }, () => false),
  ]);
  expect(masked[0]?.scores[0]).toMatchObject({ score: null, masked: expect.stringContaining("reference") });
  expect(JSON.stringify(read)).not.toContain("held out");
});

test("a guard that falls ends the run, and says which step was still good", async () => {
  const place = await aModel(api);
  const evaluation = await anEvaluation(api, place, { rows: [aRow(QUESTION, "yes")] });
  const { id } = await anRlRun(api, place, {
    ...{ modelId: place.model.id, rows: [aPrompt(QUESTION, "yes")] },
    config: { ...CONFIG, rounds: 5, rollouts: 8, training: { learningRate: 0.2 } },
    guard: { evaluationId: evaluation.id, metric: "nll", maxDrop: 0.01, every: 1 },
  });
  const { run, rounds } = await untilEnded(place, id);
  expect(run).toMatchObject({ state: "completed", ending: "guard_fell", safeStep: null });
  expect(run.endingText).toMatch(
    /^At step \d, the gain in NLL of the reference against the start is -\S+, and it may fall to -0\.01\. /,
  );
  expect(run.endingText).toContain("no worse is 0");
  expect(rounds.at(-1)?.guard?.value).toBeLessThan(-0.01);
  expect(rounds.length).toBeLessThan(5);
  const { fallenSteps, proposedStart } = await api.call(place.caller, listCheckpointAliases, {
    modelId: place.model.id,
  });
  expect(fallenSteps).toMatchObject([{ step: run.step, runId: id, runName: run.name, safeStep: 0 }]);
  expect(proposedStart).toBe(0);
  const [round] = rounds;
  const found = await api.call(place.caller, contract.queryRlRuns, {
    ...{ projectId: place.project.path, jobId: round?.jobId ?? "", limit: 5, offset: 0 },
  });
  expect(found).toMatchObject({ totalCount: 1, runs: [{ id }] });
  const measured = await api.db.prisma.evaluationRun.findMany({ where: { evaluationId: evaluation.id } });
  expect(measured.map(({ origin }) => origin)).toEqual(measured.map(() => "guard"));
});

describe("what teaches nothing", () => {
  test("is counted and trains nothing, and ends the run after three rounds of it", async () => {
    const place = await aModel(api);
    const { id } = await anRlRun(api, place, {
      ...{ modelId: place.model.id, graders: [NEVER], config: { ...CONFIG, rounds: 9, maxTokens: 1 } },
    });
    const { run, rounds, warnings } = await untilEnded(place, id);
    expect(run).toMatchObject({ state: "completed", ending: "nothing_to_learn", step: 0, round: 3 });
    expect(warnings.map(({ code }) => code)).toEqual(["no_variance", "truncated"]);
    for (const round of rounds) expect(round).toMatchObject({ flatGroups: 1, jobId: null, reward: 0 });
  });

  test("does not complete a run that has done all its rounds", async () => {
    const place = await aModel(api);
    const { id } = await anRlRun(api, place, {
      ...{ modelId: place.model.id, graders: [NEVER], config: { ...CONFIG, rounds: 1, maxTokens: 1 } },
    });
    const { run } = await untilEnded(place, id);
    expect(run).toMatchObject({ state: "completed", ending: "nothing_to_learn", round: 1 });
    expect(run.endingText).toMatch(/^In one round, no prompt had answers of different rewards/);
  });

  test("spends the budget all the same", async () => {
    const place = await aModel(api);
    const { id } = await anRlRun(api, place, {
      ...{ modelId: place.model.id, graders: [NEVER], config: { ...CONFIG, rounds: 9, maxTokens: 1 } },
      budget: { maxTokens: 4 },
    });
    const { run } = await untilEnded(place, id);
    expect(run).toMatchObject({ state: "completed", ending: "budget_spent", round: 1, tokens: 4 });
    expect(run.endingText).toBe("4 of 4 tokens were sampled after round 1");
  });
});

test("runs take turns, so that a fifth one begins before the first four have ended", async () => {
  const place = await aModel(api);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push((await anRlRun(api, place, { rows: [aPrompt(QUESTION, "yes")] })).id);
  await api.db.query(sql`
    update rl_run set next_attempt_at = now() + interval '1 day'
    where state in ('queued', 'running') and project_id <> ${place.project.id}`);
  await advanceRlRuns(api.db);
  await advanceRlRuns(api.db);
  const runs = await api.db.prisma.rlRun.findMany({ where: { id: { in: ids } } });
  expect(runs.map(({ startedAt }) => startedAt !== null)).toEqual([true, true, true, true, true]);
  await api.db.query(
    sql`update rl_run set state = 'cancelled', ended_at = now() where project_id = ${place.project.id}`,
  );
});

test("runs that nobody named have names of their own, also those that begin at once", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const first = await anRlRun(api, place);
  const same = { modelId: first.modelId, datasetId: first.datasetId };
  const more = await Promise.all([anRlRun(api, place, same), anRlRun(api, place, same)]);
  expect(more.map(({ name }) => name).sort()).toEqual([`${first.name}, run 2`, `${first.name}, run 3`]);
  const named = { ...same, name: "Again" };
  expect([(await anRlRun(api, place, named)).name, (await anRlRun(api, place, named)).name]).toEqual([
    ...["Again", "Again"],
  ]);
});

test("what could not work is refused where it stands", async () => {
  const place = await aModel(api);
  const { id } = await anRlRun(api, place, { modelId: place.model.id });
  const { run } = await readRlRun(api, place, id);
  const evaluation = await anEvaluation(api, place);
  const base = { project_id: place.project.path, model_id: place.model.id, dataset_id: run.datasetId };
  const human = { type: "spindle.human", queue_id: "q", field: "f" };
  const fit = { name: "a", grader: { type: "string_check", input: "a", reference: "b", operation: "eq" } };
  const refusals = await Promise.all(
    [
      { graders: [{ name: "people", grader: human }] },
      { graders: [{ ...fit, weight: 0 }] },
      { graders: [fit], start_step: 7 },
      { graders: [fit], guard: { evaluation_id: evaluation.id, metric: "beauty" } },
      { graders: [fit], guard: { evaluation_id: evaluation.id, metric: "prefers_chosen" } },
      { graders: [fit], config: { prompts_per_round: 256, rollouts: 64, max_tokens: 1000 } },
    ].map(async (more) => {
      const response = await api.send(place.caller, { path: "/rl_runs", body: { ...base, ...more } });
      const { detail } = await response.json();
      return [response.status, detail[0]?.loc.join(".")];
    }),
  );
  expect(refusals).toEqual([
    [422, "body.graders.0.grader"],
    [422, "body.graders"],
    [422, "body.start_step"],
    [422, "body.guard.metric"],
    [422, "body.guard.metric"],
    [422, "body.config.max_tokens"],
  ]);
  const { datasetId } = evaluation;
  const heldOut = await api.send(place.caller, {
    path: "/rl_runs",
    body: { ...base, dataset_id: datasetId, graders: [fit] },
  });
  expect([heldOut.status, (await heldOut.json()).code]).toEqual([409, "no_rows"]);
});

describe("graders that compare with a reference", () => {
  const bare = (question: string) => ({ value: { prompt: [{ role: "user", content: question }] } });

  async function asked(rows: Parameters<typeof aVersionOf>[2], graders: readonly object[]) {
    const place = await aModel(api);
    const { datasetId } = await aVersionOf(api, place, rows);
    const ids = { project_id: place.project.path, model_id: place.model.id, dataset_id: datasetId };
    return api.send(place.caller, { path: "/rl_runs", body: { ...ids, graders } });
  }

  const LIKE = {
    ...{ name: "like", weight: 1 },
    grader: {
      ...{ type: "text_similarity", evaluation_metric: "fuzzy_match" },
      ...{ input: "{{sample.output_text}}", reference: "{{item.reference}}" },
    },
  };

  test("are refused where none of the prompts has one, at the grader and with the numbers", async () => {
    const response = await asked([bare("One?"), bare("Two?"), aRow("held out", "known")], [NEVER, LIKE]);
    expect(response.status).toBe(422);
    const [problem] = (await response.json()).detail;
    expect(problem.loc).toEqual(["body", "graders", 1, "grader"]);
    expect(problem.msg).toMatch(
      /none of the 2 prompts of set-\S+:v0 has a reference, which like compares with, so it could score no answer/,
    );
  });

  test("are refused at the template that names a part of it, where no prompt has that", async () => {
    const graders = [{ ...LIKE, grader: { ...LIKE.grader, reference: "The {{item.reference.city}}" } }];
    const response = await asked([aPrompt("One?", "Rome"), bare("Two?")], graders);
    expect(response.status).toBe(422);
    const [problem] = (await response.json()).detail;
    expect(problem.loc).toEqual(["body", "graders", 0, "grader", "reference"]);
    expect(problem.msg).toMatch(
      /none of the 2 prompts of set-\S+:v0 has \{\{item\.reference\.city\}\}, so like could score no answer; their reference is a text: write \{\{item\.reference\}\}/,
    );
    const inside = { value: { ...bare("Three?").value, item: { reference: { city: "Rome" } } } };
    expect((await asked([aPrompt("One?", "Rome"), inside], graders)).status).toBe(200);
  });

  test("are accepted where some prompt has one, or where they are only watched", async () => {
    expect((await asked([bare("One?"), aPrompt("Two?", "2")], [LIKE])).status).toBe(200);
    expect((await asked([bare("One?")], [NEVER, { ...LIKE, weight: 0 }])).status).toBe(200);
  });
});
