import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/published-datasets.ts";
import { aDataset, aVersion } from "#lib/testing/data/dataset-data.ts";
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
    { number: 1, ref: `${ref}:v1`, kind: null, rows: 2, createdBy: place.caller.userId },
    { number: 0, ref: `${ref}:v0`, kind: "sft", rows: 1, digest },
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
