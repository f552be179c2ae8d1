import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { createEvaluation } from "#lib/contract/evaluation/evaluations.ts";
import { aDataset, aVersion } from "#lib/testing/data/dataset-data.ts";
import { someRuns } from "#lib/testing/data/evaluation-data.ts";
import { aJobIn, aModelIn } from "#lib/testing/data/model-data.ts";
import { aPublishedIn, publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getPublishedDataset, async (place) => {
  const { version: _, ...at } = await aPublishedIn(api, place);
  return at;
});

test("a published dataset has its versions, newest first, and what was made of each", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const read = (name: string) =>
    api.call(place.caller, contract.getPublishedDataset, { projectId: project.path, name });
  const { digest } = await publish(api, place, {
    name: "talks",
    description: "one \u0000 nothing",
    rows: [{ prompt: "a \u0000", completion: "b" }],
  });
  await publish(api, place, { name: "talks", rows: [{ question: "a" }, { question: "b" }] });
  const ref = `weave:///${project.path}/object/talks`;
  const before = await read("talks");
  expect(before.dataset).toMatchObject({ name: "talks", number: 1, kind: null, rows: 2, versionCount: 2 });
  expect(before.versions).toMatchObject([
    { number: 1, ref: `${ref}:v1`, kind: null, rows: 2, createdBy: place.caller.userId, description: null },
    { number: 0, ref: `${ref}:v0`, kind: "sft", rows: 1, digest, description: "one \u0000 nothing" },
  ]);
  expect(before.uses).toEqual([]);
  const made = await aDataset(api, place, { sources: [{ kind: "version", ref: `${ref}:v0` }] });
  await aVersion(api, place, made.id);
  expect((await read("talks")).uses).toMatchObject([
    { kind: "dataset", id: made.id, name: `${made.name}, v0`, number: 0 },
  ]);
  // What is built here is an object, too.
  await expect(read(made.name)).rejects.toMatchObject({ status: 404 });
  await expect(read("talk")).rejects.toMatchObject({ status: 404 });
});

test("jobs and evaluations that use it are named, and those of other projects are not", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const ref = `weave:///${project.path}/object/talks:v0`;
  const rows = ["a", "b"].map((prompt) => ({ prompt, completion: "c" }));
  await publish(api, place, { name: "talks", rows });
  const other = await api.aProject();
  const stranger = { project: other, caller: await api.aCaller(other) };
  const [own, foreign] = [await aModelIn(api, place), await aModelIn(api, stranger)];
  const jobId = await aJobIn(api, { model: own, project });
  const foreignId = await aJobIn(api, { model: foreign, project: other });
  await api.db.prisma.trainingJob.updateMany({
    where: { id: { in: [jobId, foreignId] } },
    data: { datasetRef: ref },
  });
  const made = await aDataset(api, place, { sources: [{ kind: "version", ref }], split: { held_out: 0.5 } });
  await aVersion(api, place, made.id);
  const { evaluation } = await api.call(place.caller, createEvaluation, {
    ...{ projectId: project.path, name: "How good?", datasetId: made.id, graders: [] },
    sampling: { temperature: 0, maxTokens: 16 },
  });
  for (const _ of [1, 2])
    await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  const at = { projectId: project.path, name: "talks" };
  const { uses } = await api.call(place.caller, contract.getPublishedDataset, at);
  expect(uses.map(({ kind, id, name, number }) => [kind, id, name, number])).toEqual([
    ["evaluation", evaluation.id, "How good?", 0],
    ["dataset", made.id, `${made.name}, v0`, 0],
    ["job", jobId, own.name, 0],
  ]);
  const theirs = { projectId: other.path, name: "talks" };
  await expect(api.call(stranger.caller, contract.getPublishedDataset, theirs)).rejects.toMatchObject({
    status: 404,
  });
});
