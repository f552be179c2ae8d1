import { expect, test } from "vitest";
import * as versions from "#lib/contract/datasets/dataset-versions.ts";
import * as contract from "#lib/contract/datasets/lineage.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.traceLineage, async (place) => {
  const { project_id } = await aVersionIn(api, place);
  return { project_id, start: { kind: "annotator", id: place.caller.userId }, direction: "down" };
});

type Reply = ReplyOf<typeof contract.traceLineage>;
type Kind = contract.LineageKind;

const ALL = { split: { held_out: 0 } };

/** Three people answer five items; a dataset of them, one made of it, and a model trained on that one step after another. */
async function aLine() {
  const review = await anIntentQueue(api, { items: 5, people: 3 });
  const { desk } = review;
  const people = [0, 1, 2].map((n) => desk.person(n));
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund" });
  for (const item of [2, 3]) await review.say(1, item, { intent: "refund" });
  const { id: intents } = await aDataset(api, desk, intentRecipe(review, {}, ALL), { name: "intents" });
  const { version } = await aVersion(api, desk, intents);
  const sources = [{ kind: "version", ref: version.ref }];
  const copy = await aDataset(api, desk, { sources, ...ALL }, { name: "copy" });
  const { version: copied } = await aVersion(api, desk, copy.id);
  const model = await aTrainedModel(api, { project: desk.project });
  const place = { projectId: desk.project.id, modelId: model.modelId };
  const [first, second] = [await aQueuedJob(api, model), await aQueuedJob(api, model)];
  const [three, five] = [newId(), newId()];
  await api.db.query(sql`
    update training_job set dataset_ref = ${`weave:///${desk.projectId}/object/copy:v0`} where id = ${first}`);
  await api.db.prisma.checkpoint.create({ data: { ...place, id: three, step: 3, jobId: first } });
  await api.db.query(sql`update training_job set start_checkpoint_id = ${three} where id = ${second}`);
  await api.db.prisma.checkpoint.create({
    data: { ...place, id: five, step: 5, jobId: second, parentId: three },
  });
  await api.db.prisma.checkpointAlias.create({
    data: { ...place, name: "production", step: 5, updatedBy: desk.caller.userId },
  });
  const trace = (kind: Kind, id: string, more: { direction?: "up" | "down"; depth?: number } = {}) =>
    api.call(desk.caller, contract.traceLineage, {
      projectId: desk.projectId,
      start: { kind, id },
      direction: "down",
      depth: 1000,
      ...more,
    });
  const ids = {
    version: version.id,
    copied: copied.id,
    first,
    second,
    three,
    five,
    alias: `${model.modelId}/production`,
  };
  return { review, desk, people, intents, ids, trace };
}

const idsOf = ({ nodes }: Reply, kind: Kind) =>
  nodes.flatMap((node) => (node.kind === kind ? [node.id] : []));

function answersTo({ edges }: Reply, versionId: string): Record<string, number | null> {
  const straight = edges.filter(({ fromKind, toId }) => fromKind === "annotator" && toId === versionId);
  return Object.fromEntries(straight.map(({ fromId, answers }) => [fromId, answers]));
}

test("from a person down stands what was built from their answers and what learned from it, and from an alias up the people", async () => {
  const { desk, people, ids, trace } = await aLine();
  const [ida, ben, eve] = people.map(({ userId }) => userId);
  const down = await trace("annotator", ben ?? "");
  expect(down.counts).toEqual({
    ...{ annotators: 1, answers: 2, rows: 4, versions: 2, jobs: 2 },
    ...{ checkpoints: 2, aliases: 1, runs: 0, rewards: 0, rlRounds: 0 },
  });
  expect(down.isCut).toBe(true);
  expect(new Set(idsOf(down, "version"))).toEqual(new Set([ids.version, ids.copied]));
  expect(idsOf(down, "job")).toEqual([ids.first, ids.second]);
  expect(idsOf(down, "checkpoint")).toEqual([ids.three, ids.five]);
  expect(idsOf(down, "alias")).toEqual([ids.alias]);
  expect(answersTo(down, ids.version)).toEqual({ [ben ?? ""]: 2 });
  expect(down.edges).toContainEqual({
    ...{ fromKind: "version", fromId: ids.version, toKind: "version", toId: ids.copied },
    answers: null,
  });
  expect(down.nodes.find(({ kind }) => kind === "alias")).toMatchObject({ name: "production", number: 5 });
  expect((await trace("annotator", eve ?? "", { depth: 3 }).catch(String)).toString()).toContain("not found");

  const up = await trace("alias", ids.alias, { direction: "up" });
  expect(up.counts).toEqual({
    ...{ annotators: 2, answers: 5, rows: 8, versions: 2, jobs: 2 },
    ...{ checkpoints: 2, aliases: 1, runs: 0, rewards: 0, rlRounds: 0 },
  });
  expect(answersTo(up, ids.version)).toEqual({ [ida ?? ""]: 3, [ben ?? ""]: 2 });
  const gave = up.nodes.flatMap(({ kind, id, answers }) => (kind === "annotator" ? [[id, answers]] : []));
  expect(gave).toEqual([
    [ida, 3],
    [ben, 2],
  ]);
  expect(idsOf(up, "item")).toHaveLength(4);
  expect(idsOf(up, "item")).toContain(desk.id(3));
  expect(idsOf(await trace("alias", ids.alias, { direction: "up", depth: 2 }), "checkpoint")).toEqual([
    ids.five,
  ]);
});

test("an answer, an item and a row are followed by their own rows, both ways, no further than asked", async () => {
  const { desk, people, intents, ids, trace } = await aLine();
  const [ida] = people.map(({ userId }) => userId);
  const at = { projectId: desk.projectId, datasetId: intents, version: "v0", limit: 10, offset: 0 };
  const { rows } = await api.call(desk.caller, versions.queryDatasetRows, at);
  const own = rows.find(({ row }) => String(row.row_id).startsWith(desk.id(0)));
  const answer = own?.evidence.find(({ kind }) => kind === "answer")?.id ?? "";
  const below = await trace("answer", answer, { depth: 2 });
  expect(idsOf(below, "row")).toEqual([`${ids.version}/${own?.position}`]);
  expect([below.counts.versions, below.counts.jobs, below.counts.annotators]).toEqual([2, 0, 0]);
  expect(idsOf(await trace("answer", answer, { direction: "up" }), "annotator")).toEqual([ida]);
  expect(idsOf(await trace("item", desk.id(0)), "answer")).toEqual([answer]);
  await expect(trace("row", `${ids.version}/0${own?.position}`)).rejects.toMatchObject({ status: 404 });
  const above = await trace("row", `${ids.version}/${own?.position}`, { direction: "up" });
  expect([idsOf(above, "answer"), idsOf(above, "annotator"), idsOf(above, "item")]).toEqual([
    [answer],
    [ida],
    [desk.id(0)],
  ]);
  expect((await trace("row", `${ids.version}/${own?.position}`)).counts).toMatchObject({
    answers: 0,
    jobs: 2,
  });
});

test("a person who agrees with a row later is found once its version has been built again", async () => {
  const { review, desk, people, intents, ids, trace } = await aLine();
  const [eve] = people.slice(-1);
  await review.say(2, 0, { intent: "refund" });
  const { version } = await aVersion(api, desk, intents);
  expect(version.id).toBe(ids.version);
  const { counts, edges } = await trace("annotator", eve?.userId ?? "");
  expect(counts).toMatchObject({ answers: 1, rows: 2, versions: 2, checkpoints: 2 });
  expect(answersTo({ edges } as Reply, ids.version)).toEqual({ [eve?.userId ?? ""]: 1 });
});

test("a job that uses only held-out rows of a person's answers does not derive from that person", async () => {
  const { people, ids, trace } = await aLine();
  await api.db.query(sql`update dataset_row set is_held_out = true where version_id = ${ids.copied}`);
  const { counts } = await trace("annotator", people[0]?.userId ?? "");
  expect([counts.versions, counts.jobs, counts.checkpoints]).toEqual([2, 0, 0]);
});
