import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/datasets.ts";
import { getPublishedDataset } from "#lib/contract/datasets/published-datasets.ts";
import {
  aDataset,
  aDatasetIn,
  anIntentQueue,
  aVersion,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryDatasets, async (place) => {
  const { project_id } = await aDatasetIn(api, place);
  return { project_id, name: "" };
});

test("a list says of each dataset what a page shows: its newest version with counts, the one that changed last first", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  const [first, second] = [
    await aDataset(api, desk, intentRecipe(review), { name: "Support_1" }),
    await aDataset(api, desk, intentRecipe(review), { name: "supportX1" }),
  ];
  await aVersion(api, desk, first.id);
  await review.say(0, 2, { intent: "account" });
  await aVersion(api, desk, first.id);
  const at = { projectId: desk.projectId, limit: 50, offset: 0 };
  const { datasets, totalCount } = await api.call(desk.caller, contract.queryDatasets, at);
  expect(totalCount).toBe(2);
  expect(
    datasets.map(({ id, versionCount, latestVersion }) => [id, versionCount, latestVersion?.number]),
  ).toEqual([
    [second.id, 0, undefined],
    [first.id, 2, 1],
  ]);
  expect(datasets[1]?.latestVersion?.counts).toMatchObject({ items: 3, candidates: 3, rejected: 0 });

  const found = await api.call(desk.caller, contract.queryDatasets, { ...at, name: "SUPPORT_" });
  expect(found.datasets.map(({ id }) => id)).toEqual([first.id]);
  await api.call(desk.caller, contract.archiveDataset, { projectId: desk.projectId, datasetId: first.id });
  const live = await api.call(desk.caller, contract.queryDatasets, { ...at, isArchived: false });
  expect(live.datasets.map(({ id }) => id)).toEqual([second.id]);
});

test("answers that came after the newest version are counted, and those of before are not", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review));
  const at = { projectId: desk.projectId, limit: 50, offset: 0 };
  const counted = async () =>
    (await api.call(desk.caller, contract.queryDatasets, at)).datasets[0]?.newAnswers;
  expect(await counted()).toBeNull();
  await aVersion(api, desk, id);
  expect(await counted()).toBe(0);
  await review.say(0, 1, { intent: "refund" });
  await review.say(0, 2, { intent: "account" });
  expect(await counted()).toBe(2);
  await aVersion(api, desk, id);
  expect(await counted()).toBe(0);
});

test("answers that a build read are no longer new, also where it found nothing to store", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id } = await aDataset(api, desk, intentRecipe(review));
  const at = { projectId: desk.projectId, limit: 50, offset: 0 };
  const counted = async () =>
    (await api.call(desk.caller, contract.queryDatasets, at)).datasets[0]?.newAnswers;
  await aVersion(api, desk, id);
  await review.say(1, 0, { intent: "refund" });
  expect(await counted()).toBe(1);
  expect((await aVersion(api, desk, id)).isNew).toBe(false);
  expect(await counted()).toBe(0);
  await review.say(0, 1, { intent: "account" });
  expect(await counted()).toBe(1);
});

test("what keeps the rows of a published dataset from being learned is said of each", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  await publish(api, place, { name: "empty", rows: [] });
  await publish(api, place, { name: "large", rows: [{ prompt: "x".repeat(1024 * 1024) }] });
  const bases = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  const named = { missing: project.path, elsewhere: "acme/elsewhere" };
  for (const [objectId, path] of Object.entries(named))
    await keepObject(api, place, { objectId, val: { ...bases, rows: `weave:///${path}/table/none` } });
  const at = { projectId: project.path, limit: 50, offset: 0 };
  const { published } = await api.call(place.caller, contract.queryDatasets, at);
  expect(published.map(({ name, lack }) => [name, lack])).toEqual([
    ["elsewhere", "rows_elsewhere"],
    ["missing", "no_table"],
    ["large", "large_row"],
    ["empty", "no_rows"],
  ]);
  const page = await api.call(place.caller, getPublishedDataset, {
    projectId: project.path,
    name: "missing",
  });
  expect(page.versions).toMatchObject([{ number: 0, rows: 0, kind: null, lack: "no_table" }]);
});

test("datasets that programs published are listed beside the others, by their newest version and without a recipe", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  await publish(api, place, { name: "talks", rows: [{ question: "a" }] });
  const talks = [
    { prompt: "a", completion: "b" },
    { prompt: "c", completion: "d" },
  ];
  await publish(api, place, { name: "talks", rows: talks });
  await publish(api, place, { name: "odd", description: "holds \u0000", rows: [{ question: "a" }] });
  await keepObject(api, place, { objectId: "settings", val: { a: 1 } });
  const bases = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  const nowhere = `weave:///${project.path}/table/\u0000`;
  await keepObject(api, place, { objectId: "nowhere", val: { ...bases, rows: nowhere } });
  const { dataset_id: datasetId } = await aDatasetIn(api, place);
  await aVersion(api, place, datasetId);
  const query = async (more: object = {}) => {
    const at = { projectId: project.path, limit: 50, offset: 0, ...more };
    return (await api.call(place.caller, contract.queryDatasets, at)).published;
  };
  const ref = `weave:///${project.path}/object/talks:v1`;
  expect(await query()).toMatchObject([
    { name: "nowhere", kind: null, lack: "no_table", rows: 0 },
    {
      name: "odd",
      kind: null,
      lack: "other_columns",
      rows: 1,
      versionCount: 1,
      createdBy: place.caller.userId,
    },
    { name: "talks", number: 1, kind: "sft", lack: null, rows: 2, versionCount: 2, ref },
  ]);
  expect((await query({ name: "TALK" })).map(({ name }) => name)).toEqual(["talks"]);
  expect([await query({ offset: 1 }), await query({ isArchived: true })]).toEqual([[], []]);
  const other = await api.aProject();
  const stranger = await api.aCaller(other);
  const elsewhere = { projectId: other.path, limit: 50, offset: 0 };
  expect((await api.call(stranger, contract.queryDatasets, elsewhere)).published).toEqual([]);
  // It is taken as it is.
  const made = await aDataset(api, place, { sources: [{ kind: "version", ref }] });
  expect((await aVersion(api, place, made.id)).version.counts).toMatchObject({ items: 2, rejected: 0 });
});

test("a recipe names the columns of what a program published, and those of what was built here are known", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  await publish(api, place, { name: "faq", rows: [{ question: "a", answer: "b" }, { question: "c" }] });
  const from = (ref: string) => ({ sources: [{ kind: "version" as const, ref }] });
  const ref = `weave:///${project.path}/object/faq:v0`;
  const made = await aDataset(api, place, from(`${ref}?prompt=question&completion=answer`));
  const { version } = await aVersion(api, place, made.id);
  expect(version.counts).toMatchObject({ items: 2, train: 1, rejected: 1 });
  for (const wrong of [`${version.ref}?prompt=question`, `${ref}?completion=answer`])
    await expect(
      aDataset(api, place, from(wrong)).then(({ id }) => aVersion(api, place, id)),
    ).rejects.toThrow(/built here|which column is the prompt/);
});
