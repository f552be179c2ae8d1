import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { Sql, sql } from "#lib/platform/db/sql.ts";
import { aDatasetIn } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aJobIn, aModel, aModelIn, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getModelLineage, async (place) => {
  const model = await aModelIn(api, place);
  await aJobIn(api, { model, project: place.project });
  return { model_id: model.id, limit: 5 };
});

async function lineage({ caller, model }: ModelPlace, query = "") {
  const path = `/v1/preview/models/${model.id}/lineage${query}`;
  return (await api.send(caller, { method: "GET", path })).json();
}

type Node = { id: string; kind: string; step: number | null; name: string };

/** Nodes as `kind:step` or `kind:name`, and edges between them. */
function graphOf({ nodes, edges }: { nodes: Node[]; edges: { from_id: string; to_id: string }[] }) {
  const names = new Map(
    nodes.map(({ id, kind, step, name }) => [id, `${kind} ${kind === "job" ? "" : (step ?? name)}`.trim()]),
  );
  return {
    nodes: [...names.values()],
    edges: edges.map(({ from_id, to_id }) => `${names.get(from_id)} → ${names.get(to_id)}`),
  };
}

/** What the upgrade does for jobs that ran before they said where they start. */
async function inferStarts() {
  const migration = "prisma/migrations/20261127030100_starts_of_earlier_jobs/migration.sql";
  for (const statement of (await readFile(migration, "utf8"))
    .split(";")
    .filter((part) => part.includes("UPDATE")))
    await api.asOwner(new Sql([statement], []));
}

/** A job that ran, with the checkpoint that it left, at a minute after the model was made, as they stood before jobs said where they start. */
async function aRun(
  place: ModelPlace,
  { step, minute, source }: { step: number; minute: number; source?: string },
) {
  const jobId = await aJobIn(api, place, { state: "completed", ...(source ? { source } : {}) });
  const [checkpointId = ""] = await someCheckpoints(api, place, [step]);
  const at = new Date(Date.now() + minute * 60_000);
  await api.db.query(sql`update training_job set started_at = ${at} where id = ${jobId}`);
  await api.db.prisma.checkpoint.update({
    where: { id: checkpointId },
    data: { jobId, createdAt: new Date(at.getTime() + 30_000) },
  });
  return { jobId, checkpointId, at };
}

test("a model that was never trained is its base and its first checkpoint", async () => {
  const place = await aModel(api);
  const answer = await lineage(place);
  expect(answer.earlier_jobs).toBe(0);
  expect(graphOf(answer)).toEqual({
    nodes: ["base spindle-mini", "checkpoint 0"],
    edges: ["base spindle-mini → checkpoint 0"],
  });
  expect(answer.nodes[1]).toEqual({
    id: expect.any(String),
    kind: "checkpoint",
    name: "",
    step: 0,
    job_kind: null,
    state: null,
    sha256: null,
    dataset_id: null,
    rows: null,
    aliases: [],
    is_deleted: false,
    created_at: expect.stringMatching(/Z$/),
  });
});

test("jobs on one version of a dataset share its node, which names the version and leads to the dataset", async () => {
  const place = await aModel(api);
  const { dataset_id } = await aDatasetIn(api, place);
  const { name } = await api.db.prisma.dataset.findUniqueOrThrow({ where: { id: dataset_id } });
  const versionOf = (number: number) => `weave:///${place.project.path}/object/${name}:v${number}`;
  for (const number of [0, 0, 1]) {
    const jobId = await aJobIn(api, place, { state: "completed" });
    await api.db.query(sql`update training_job set dataset_ref = ${versionOf(number)} where id = ${jobId}`);
  }
  const { nodes } = await lineage(place);
  expect(nodes.filter(({ kind }: Node) => kind === "data")).toMatchObject([
    { id: versionOf(0), name: `${name}:v0`, dataset_id },
    { id: versionOf(1), name: `${name}:v1`, dataset_id },
  ]);
});

test("jobs stand between what they began with and what they made, and share the file that they share", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place);
  await aRun(place, { step: 1, minute: 1, source: file.id });
  await aRun(place, { step: 2, minute: 2, source: file.id });
  await inferStarts();
  const answer = await lineage(place);
  expect(graphOf(answer)).toEqual({
    nodes: [
      "base spindle-mini",
      "checkpoint 0",
      "data rows.jsonl",
      "job",
      "checkpoint 1",
      "job",
      "checkpoint 2",
    ],
    edges: [
      "base spindle-mini → checkpoint 0",
      "data rows.jsonl → job",
      "checkpoint 0 → job",
      "job → checkpoint 1",
      "data rows.jsonl → job",
      "checkpoint 1 → job",
      "job → checkpoint 2",
    ],
  });
  expect(answer.nodes[2]).toMatchObject({ rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("a job comes after the checkpoint that it started from, and a waiting one after the one that it requests", async () => {
  const place = await aModel(api);
  const [first] = [await aRun(place, { step: 1, minute: 1 }), await aRun(place, { step: 2, minute: 2 })];
  await inferStarts();
  const { jobId } = await aRun(place, { step: 3, minute: 3 });
  await api.db.query(
    sql`update training_job set start_step = 1, start_checkpoint_id = ${first.checkpointId} where id = ${jobId}`,
  );
  expect(graphOf(await lineage(place)).edges.slice(-3)).toEqual(
    ["data  → job", "checkpoint 1 → job", "job → checkpoint 3"].map((edge) => edge.replace("  ", " ")),
  );
  const waiting = await aJobIn(api, place, { state: "queued" });
  await api.db.query(sql`update training_job set start_step = 2 where id = ${waiting}`);
  expect(graphOf(await lineage(place)).edges.at(-1)).toBe("checkpoint 2 → job");
});

test("a checkpoint that was deleted later is still what a job began with", async () => {
  const place = await aModel(api);
  await aRun(place, { step: 1, minute: 1 });
  await aRun(place, { step: 2, minute: 2 });
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: place.model.id, step: 1 },
    data: { deletedAt: new Date(Date.now() + 10 * 60_000) },
  });
  await inferStarts();
  const answer = await lineage(place);
  expect(graphOf(answer).edges).toContain("checkpoint 1 → job");
  const deleted = answer.nodes.filter(({ is_deleted: isDeleted }: { is_deleted: boolean }) => isDeleted);
  expect(deleted).toMatchObject([{ kind: "checkpoint", step: 1 }]);
});

test("a checkpoint that was deleted before a job began is not what it began with", async () => {
  const place = await aModel(api);
  await aRun(place, { step: 1, minute: 1 });
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: place.model.id, step: 1 },
    data: { deletedAt: new Date(Date.now() + 2 * 60_000) },
  });
  await aRun(place, { step: 2, minute: 3 });
  await inferStarts();
  const { edges } = graphOf(await lineage(place));
  expect(edges.filter((edge) => edge === "checkpoint 0 → job")).toHaveLength(2);
});

test("an address is shown without its query", async () => {
  const place = await aModel(api);
  await aJobIn(api, place, { state: "queued", source: "https://files.example/rows.jsonl?signature=canary" });
  const answer = await lineage(place);
  expect(graphOf(answer).nodes).toContain("data files.example/rows.jsonl");
  expect(JSON.stringify(answer)).not.toContain("canary");
});

test("of many jobs the newest are shown, with the number of earlier ones", async () => {
  const place = await aModel(api);
  for (let step = 1; step <= 4; step++) await aRun(place, { step, minute: step });
  await inferStarts();
  const answer = await lineage(place, "?limit=2");
  expect(answer.earlier_jobs).toBe(2);
  expect(graphOf(answer).nodes.filter((node) => node.startsWith("checkpoint"))).toEqual([
    "checkpoint 0",
    "checkpoint 2",
    "checkpoint 3",
    "checkpoint 4",
  ]);
});
