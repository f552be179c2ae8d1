import { expect, test } from "vitest";
import { importDataset } from "#lib/contract/datasets/dataset-import.ts";
import {
  buildDatasetVersion,
  previewDataset,
  queryDatasetRows,
  queryDatasetVersions,
} from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";

const api = startHarness();

type Place = { project: TestProject; caller: Caller };
type Sent = { kind?: DatasetKind; rows: readonly object[] };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

const says = (asked: string, answer: string) => ({
  messages: [
    { role: "user", content: asked },
    { role: "assistant", content: answer },
  ],
});

async function imported({ project, caller }: Place, { kind, rows }: Sent) {
  const form = new FormData();
  form.set("project_id", project.path);
  form.set("held_out_percent", "0");
  if (kind) form.set("kind", kind);
  form.append("file", new Blob([rows.map((row) => `${JSON.stringify(row)}\n`).join("")]), "rows.jsonl");
  const { path } = importDataset;
  const response = await fetch(`${api.url}/api${path}`, {
    method: "POST",
    headers: byBearer(caller).headers,
    body: form,
  });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const datasetId: string = body.dataset.id;
  const place = { projectId: project.path, datasetId };
  const named = { ...place, version: "v0", limit: 50, offset: 0 };
  return { place, named, counts: body.version.counts, recipe: body.dataset.recipe };
}

const KEY = "sk-proj-A7f3kQ9zX2mN8vB4cR6tY1wE5uI0oP3s";

test("rows that hold what looks like a secret, or say nothing, are counted, marked and listed", async () => {
  const place = await aPlace();
  const { named, counts } = await imported(place, {
    rows: [
      says("Which key?", KEY),
      says("Where is it?", "Here."),
      says(" ", "Write to ida@example.com"),
      says("And then?", ""),
      says("Mine?", `${KEY}, or ida@example.com`),
    ],
  });
  expect(counts).toMatchObject({
    train: 5,
    secrets: { key: 2, email: 2 },
    notes: { key: 2, email: 2, empty_question: 1, empty_answer: 1 },
  });
  const { caller } = place;
  const all = await api.call(caller, queryDatasetRows, named);
  expect(all.rows.map(({ notes }) => notes)).toEqual([
    ["key"],
    [],
    ["email", "empty_question"],
    ["empty_answer"],
    ["key", "email"],
  ]);
  const narrowed = await api.call(caller, queryDatasetRows, { ...named, notes: ["email", "empty_answer"] });
  expect([narrowed.totalCount, narrowed.rows.map(({ position }) => position)]).toEqual([3, [2, 3, 4]]);
});

test("what was masked or left out is no note of a row that stays", async () => {
  const place = await aPlace();
  const { recipe } = await imported(place, { rows: [says("Which key?", KEY), says("Where?", "Here.")] });
  const look = async (action: string) => {
    const sent = {
      project_id: place.project.path,
      kind: "sft",
      recipe: { ...recipe, secrets: { ...recipe.secrets, action } },
    };
    const response = await api.send(place.caller, { method: "POST", path: previewDataset.path, body: sent });
    const { counts, noted_at } = await response.json();
    return { ...counts, noted_at };
  };
  const at = { name: "rows.jsonl", unit: "line", number: 1 };
  expect(await look("report")).toMatchObject({ noted_at: [{ note: "key", places: [at] }] });
  expect(await look("report")).toMatchObject({ secrets: { key: 1 }, notes: { key: 1 } });
  expect(await look("mask")).toMatchObject({ secrets: { key: 1 }, notes: {} });
  expect(await look("reject")).toMatchObject({ secrets: {}, notes: {}, rejected_by: { secret: 1 } });
});

test("before a build, rows of a file that contradict each other or say nothing are named, the latter left out where that is wanted, and it is known whether the file says which are held out", async () => {
  const look = async (rows: readonly object[], more: object = {}) => {
    const place = await aPlace();
    const { recipe } = await imported(place, { rows });
    const sent = { project_id: place.project.path, kind: "sft", recipe: { ...recipe, ...more } };
    const response = await api.send(place.caller, { method: "POST", path: previewDataset.path, body: sent });
    return response.json();
  };
  const at = (number: number) => ({ name: "rows.jsonl", unit: "line", number });
  const rows = [
    ...[
      says("Open?", "Yes."),
      says("Where?", "Here."),
      says("Open?", "No."),
      says(" ", "Hm."),
      says("So?", ""),
    ],
  ];
  expect(await look(rows)).toMatchObject({
    conflicts_at: [at(1), at(3)],
    is_split_given: false,
    counts: { train: 5, rejected_by: {} },
  });
  expect(await look(rows, { on_empty: "reject" })).toMatchObject({
    counts: { train: 3, notes: {}, rejected_by: { empty_message: 2 } },
    rejections: [{ detail: "a question" }, { detail: "an answer" }],
  });
  const [first = {}, ...others] = rows;
  expect(await look([{ ...first, split: "test" }, ...others])).toMatchObject({ is_split_given: true });
});

test("what is left out as contradicting says what it taught, without its secrets", async () => {
  const place = await aPlace();
  const { recipe } = await imported(place, {
    rows: [says("Which key?", KEY), says("Which key?", "None."), says("Where?", "Here.")],
  });
  const response = await api.send(place.caller, {
    method: "POST",
    path: previewDataset.path,
    body: { project_id: place.project.path, kind: "sft", recipe: { ...recipe, on_conflict: "reject" } },
  });
  const { rejections } = await response.json();
  expect(rejections.map(({ reason, detail }: Record<string, string>) => [reason, detail])).toEqual([
    ["conflict", "<KEY>"],
    ["conflict", "None."],
  ]);
});

test("rows of a file whose answers contradict each other are counted, marked and listed together", async () => {
  const place = await aPlace();
  const { named, counts, recipe } = await imported(place, {
    rows: [
      says("Same question?", "A"),
      says("Another?", "B"),
      says("Same question?", "B"),
      says("Same question?", "B"),
    ],
  });
  expect(counts).toMatchObject({ train: 4, conflicts: { prompts: 1, rows: 3 } });
  const { rows } = await api.call(place.caller, queryDatasetRows, { ...named, isConflicting: true });
  expect(rows.map(({ position, conflictsWith }) => [position, ...conflictsWith])).toEqual([
    [0, 2, 3],
    [2, 0, 3],
    [3, 0, 2],
  ]);
  const { counts: without } = await (
    await api.send(place.caller, {
      method: "POST",
      path: previewDataset.path,
      body: {
        project_id: place.project.path,
        kind: "sft",
        recipe: { ...recipe, on_conflict: "reject" },
      },
    })
  ).json();
  expect(without).toMatchObject({ train: 1, rejected_by: { conflict: 3 } });
});

const prompt = [{ role: "user", content: "Open?" }];
const [YES, NO] = ["Yes", "No"].map((content) => [{ role: "assistant", content }]);

test.each<[DatasetKind, object[], number]>([
  [
    "eval",
    [
      { prompt: "Open?", reference: "Yes" },
      { prompt: "Open?", reference: "No" },
    ],
    2,
  ],
  [
    "kto",
    [
      { prompt, completion: YES, label: true },
      { prompt, completion: YES, label: false },
      { prompt, completion: NO, label: false },
    ],
    2,
  ],
  [
    "reward",
    [
      { prompt, completion: YES, reward: 1 },
      { prompt, completion: YES, reward: 0 },
    ],
    2,
  ],
  [
    "preference",
    [
      { prompt, chosen: YES, rejected: NO },
      { prompt, chosen: NO, rejected: YES },
    ],
    2,
  ],
  [
    "prompts",
    [
      { prompt: "Open?", topic: "a" },
      { prompt: "Open?", topic: "b" },
    ],
    0,
  ],
])(
  "rows of kind %s contradict each other where they say another value of the same",
  async (kind, rows, conflicting) => {
    const { counts } = await imported(await aPlace(), { kind, rows });
    expect(counts.conflicts).toMatchObject({ rows: conflicting });
  },
);

test("a version from before rows had notes says that nobody looked, until it is built again", async () => {
  const place = await aPlace();
  const { place: at, named } = await imported(place, {
    rows: [says("Which key?", KEY), says("Same?", "A"), says("Same?", "B")],
  });
  const { prisma } = api.db;
  const version = await prisma.datasetVersion.findFirstOrThrow({ where: { datasetId: at.datasetId } });
  const { notes: _, ...before } = Object(version.counts);
  const counts = { ...before, conflicts: { prompts: 0, rows: 0 } };
  await prisma.datasetVersion.update({ where: { id: version.id }, data: { counts } });
  await prisma.datasetRow.updateMany({
    where: { versionId: version.id },
    data: { notes: [], conflict: null },
  });
  const known = async () => {
    const { versions } = await api.call(place.caller, queryDatasetVersions, named);
    const { rows } = await api.call(place.caller, queryDatasetRows, named);
    return [
      versions[0]?.counts.notes,
      versions[0]?.counts.conflicts,
      rows.map(({ notes, conflictsWith }) => [...notes, ...conflictsWith]),
    ];
  };
  expect(await known()).toEqual([null, { prompts: 0, rows: 0 }, [[], [], []]]);
  expect(await api.call(place.caller, buildDatasetVersion, { ...at, note: "" })).toMatchObject({
    isNew: false,
  });
  expect(await known()).toEqual([{ key: 1 }, { prompts: 1, rows: 2 }, [["key"], [2], [1]]]);
});
