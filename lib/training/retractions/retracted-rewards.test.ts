import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { type LineageKind, traceLineage } from "#lib/contract/datasets/lineage.ts";
import { rerouteAnnotator } from "#lib/contract/datasets/reroute.ts";
import { createRetraction, liftRetraction } from "#lib/contract/datasets/retractions.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { getRetractedRows, getRetractedRowsOfJob } from "#lib/contract/evaluation/aliases.ts";
import { Sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { readRlRun } from "#lib/testing/data/rl-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { aRewardedRun } from "#lib/testing/runs/rewarded-run.ts";
import { aWaitingRun } from "#lib/testing/runs/waiting-run.ts";

vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 4096 });

type Run = Awaited<ReturnType<typeof aRewardedRun>>;

function trace(
  { place: { caller, project } }: Run,
  kind: LineageKind,
  id: string,
  direction: "up" | "down" = "down",
) {
  return api.call(caller, traceLineage, {
    projectId: project.path,
    start: { kind, id },
    direction,
    depth: 1000,
  });
}

function named({ nodes }: ReplyOf<typeof traceLineage>, kind: LineageKind) {
  return nodes.flatMap((node) => (node.kind === kind ? [node.id] : []));
}

test("who rewarded a round stands in the lineage of the step that learned from it, both ways, and nobody of another project", async () => {
  const run = await aRewardedRun(api);
  const step = await run.learn(3);
  const [ida, ben] = [0, 1].map((n) => run.asked.desk.person(n).userId);
  const alias = `${run.model.id}/production`;
  const below = await trace(run, "annotator", ida ?? "");
  expect(below.counts).toMatchObject({
    ...{ answers: 3, rows: 0, rewards: 3, versions: 0 },
    ...{ rlRounds: 1, jobs: 1, checkpoints: 1, aliases: 1 },
  });
  const round = below.nodes.find(({ kind }) => kind === "rl_round");
  expect(round).toMatchObject({ id: run.roundId, ofId: run.id, number: 1, name: expect.any(String) });
  expect([named(below, "job"), named(below, "checkpoint"), named(below, "alias")]).toEqual([
    [run.jobId],
    [step],
    [alias],
  ]);
  expect(below.edges).toContainEqual({
    ...{ fromKind: "annotator", fromId: ida, toKind: "rl_round", toId: run.roundId },
    answers: 3,
  });

  const above = await trace(run, "alias", alias, "up");
  expect(above.counts).toMatchObject({
    ...{ annotators: 2, answers: 4, rewards: 4, rlRounds: 1 },
    // The prompts are rows that somebody uploaded.
    ...{ versions: 1, rows: 0 },
  });
  const people = above.nodes.flatMap(({ kind, id, answers }) =>
    kind === "annotator" ? [[id, answers]] : [],
  );
  expect(people.toSorted()).toEqual(
    [
      [ida, 2],
      [ben, 2],
    ].toSorted(),
  );
  // To the round itself all belong who rewarded it, whether anything could be learned from that or not.
  expect((await trace(run, "rl_round", run.roundId, "up")).counts).toMatchObject({
    annotators: 2,
    answers: 8,
  });

  const learned = run.items.find(({ id }) => named(above, "item").includes(id));
  const [answer = ""] = named(await trace(run, "item", learned?.id ?? ""), "answer");
  expect(named(await trace(run, "answer", answer), "checkpoint")).toEqual([step]);
  const useless = run.items.find(({ id }) => !named(above, "item").includes(id));
  const unlearned = await trace(run, "item", useless?.id ?? "");
  expect([named(unlearned, "rl_round"), named(unlearned, "job")]).toEqual([[run.roundId], []]);

  const other = await api.aProject();
  const stranger = await api.aCaller(other);
  for (const start of [
    { kind: "annotator", id: ida ?? "" },
    { kind: "rl_round", id: run.roundId },
  ] as const)
    await expect(
      api.call(stranger, traceLineage, { projectId: other.path, start, direction: "down", depth: 1000 }),
    ).rejects.toMatchObject({ status: 404 });
});

test("whose rewards are retracted: the preview names run, job, step and alias, the step is passed over, and lifting takes it back", async () => {
  const run = await aRewardedRun(api);
  const { desk } = run.asked;
  const [ida, ben] = [desk.person(0).userId, desk.person(1).userId];
  const at = { projectId: desk.projectId, itemIds: [], feedbackIds: [], reason: "Did not read" };
  const retract = (annotatorUserId: string, more: { preview?: boolean; cancelJobs?: boolean } = {}) =>
    api.call(desk.caller, createRetraction, { ...at, annotatorUserId, preview: false, ...more });
  const { name: runName } = (await readRlRun(api, run.place, run.id)).run;
  const job = { jobId: run.jobId, datasetName: null, datasetVersion: null, runId: run.id, runName, round: 1 };

  // While it learns, it is named as such, and of the three replies that Ida rewarded two taught something.
  const going = await retract(ida, { preview: true });
  expect(going.impact).toMatchObject({
    ...{ rowCount: 0, rewardCount: 2, runCount: 1, jobCount: 1, goingJobCount: 1, cancellableJobCount: 1 },
    rewards: [{ runId: run.id, runName, modelId: run.model.id, replies: 2, totalReplies: 4 }],
    jobs: [{ ...job, state: "queued" }],
    checkpoints: [],
  });
  const before = await run.learn(3);
  expect(await run.aliases()).toMatchObject({ retractedSteps: [], proposedStart: null });
  const preview = await retract(ida, { preview: true });
  expect(preview.impact).toMatchObject({
    ...{ rewardCount: 2, jobCount: 1, goingJobCount: 0, checkpointCount: 1, aliasCount: 1 },
    jobs: [{ ...job, state: "completed" }],
    checkpoints: [{ checkpointId: before, step: 3 }],
    aliases: [{ name: "production", step: 3 }],
  });

  const { retraction, impact } = await retract(ida);
  expect(impact).toEqual(preview.impact);
  const retracted = {
    ...{ rows: 0, already: 0, versions: [], cleanStep: 0 },
    rewards: {
      ...{ replies: 2, totalReplies: 4, already: 0 },
      runs: [{ runId: run.id, name: runName, replies: 2 }],
    },
  };
  expect(await run.aliases()).toMatchObject({
    ...{ retractedSteps: [3], proposedStart: 0, latest: { step: 3, retracted } },
    aliases: [{ name: "production", retracted }],
  });
  const ofStep = { modelId: run.model.id, step: 3 };
  expect(await api.call(run.reader, getRetractedRows, ofStep)).toMatchObject({ retracted });
  const ofJob = { trainingJobId: run.jobId };
  expect(await api.call(run.reader, getRetractedRowsOfJob, ofJob)).toMatchObject({ retracted });
  // What came of the step has it in its weights, too.
  await api.db.prisma.checkpoint.create({
    data: { id: newId(), projectId: desk.project.id, modelId: run.model.id, step: 5, parentId: before },
  });
  expect(await run.aliases()).toMatchObject({ retractedSteps: [3, 5], proposedStart: 0 });
  const later = { modelId: run.model.id, step: 5 };
  expect(await api.call(run.reader, getRetractedRows, later)).toMatchObject({
    retracted: { rewards: { replies: 2 } },
  });

  await api.call(desk.caller, liftRetraction, {
    projectId: desk.projectId,
    retractionId: retraction?.id ?? "",
  });
  expect(await run.aliases()).toMatchObject({ retractedSteps: [], proposedStart: null });
  expect(await api.call(run.reader, getRetractedRows, ofStep)).toEqual({ step: 3, retracted: null });
  // Who rewarded only what taught nothing, or an item that taught nothing, takes nothing from the step.
  const useless = (await run.rollouts()).find(({ position }) => position === 1)?.callId;
  const itemIds = run.items.flatMap(({ id, callId }) => (callId === useless ? [id] : []));
  await api.call(desk.caller, createRetraction, { ...at, itemIds, preview: false });
  expect(await run.aliases()).toMatchObject({ retractedSteps: [] });
  await retract(ben);
  expect(await run.aliases()).toMatchObject({ retractedSteps: [3, 5] });
});

test("a job that still learns from such rewards is cancelled with the retraction, and the run of another project is nobody's there", async () => {
  const run = await aRewardedRun(api);
  const { desk } = run.asked;
  const person = desk.person(0);
  const other = await api.aProject();
  const theirs = await api.aCaller(other);
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: person.userId, role: "annotator" },
  });
  const all = { annotatorUserId: person.userId, itemIds: [], feedbackIds: [], reason: "" };
  const foreign = { ...all, projectId: other.path, preview: false, cancelJobs: true };
  expect(await api.call(theirs, createRetraction, foreign)).toMatchObject({
    ...{ cancelledJobCount: 0, goingJobCount: 0, impact: { rewardCount: 0, runCount: 0, jobCount: 0 } },
  });
  expect(await api.call(run.reader, getRetractedRowsOfJob, { trainingJobId: run.jobId })).toEqual({
    retracted: null,
  });
  const own = { ...desk.at, annotatorUserId: person.userId, retract: true, reason: "", cancelJobs: true };
  const rerouted = await api.call(desk.caller, rerouteAnnotator, { ...own, preview: true });
  expect(rerouted.impact).toMatchObject({ rewardCount: 2, goingJobCount: 1, jobs: [{ runId: run.id }] });
  const done = await api.call(desk.caller, rerouteAnnotator, { ...own, preview: false });
  expect(done).toMatchObject({ cancelledJobCount: 1, goingJobCount: 0 });
  expect((await run.step()).run.state).toBe("cancelled");
});

test("a reward by a lead's decision is retracted with the decision, and one that a lead decided is not the annotator's", async () => {
  const run = await aWaitingRun(api, { budgetPerRound: 8, fallback: "drop" });
  const first = (await run.rollouts()).filter(({ position }) => position === 0);
  const itemOf = (sample: number) => run.items.findIndex(({ callId }) => callId === first[sample]?.callId);
  await run.asked.say(0, itemOf(0), { good: false });
  await run.asked.decide(itemOf(0), { good: true });
  await run.asked.say(1, itemOf(1), { good: false });
  await run.passDeadline();
  await run.step();
  await run.step();
  const { desk } = run.asked;
  const rewards = async (annotatorUserId: string) => {
    const all = { itemIds: [], feedbackIds: [], reason: "", preview: true };
    const asked = { projectId: desk.projectId, annotatorUserId, ...all };
    return (await api.call(desk.caller, createRetraction, asked)).impact.rewardCount;
  };
  const [ida, ben] = [desk.person(0).userId, desk.person(1).userId];
  expect([await rewards(desk.caller.userId), await rewards(ida), await rewards(ben)]).toEqual([1, 0, 1]);
});

test("rounds that were settled before rewards remembered whose they are get it with the upgrade", async () => {
  const { project } = (await aRewardedRun(api)).place;
  const decided = await aWaitingRun(api, { budgetPerRound: 8, fallback: "drop" });
  await decided.asked.say(0, 0, { good: true });
  await decided.asked.decide(0, { good: true });
  await decided.passDeadline();
  await decided.step();
  const projectId = { in: [project.id, decided.place.project.id] };
  const kept = async () => {
    const rows = await api.db.prisma.rlEvidence.findMany({ where: { projectId } });
    return rows.map((row) => JSON.stringify(row)).toSorted();
  };
  const before = await kept();
  expect(before).toHaveLength(10);
  await api.db.prisma.rlEvidence.deleteMany({ where: { projectId } });
  const migration = "prisma/migrations/20261220000000_what_rewards_were_made_of/migration.sql";
  for (const statement of (await readFile(migration, "utf8")).split(";"))
    if (statement.includes("INSERT INTO")) await api.asOwner(new Sql([statement], []));
  expect(await kept()).toEqual(before);
});
