import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { purgeFeedback } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryDatasetRows, (place) => aVersionIn(api, place));

test("rows stay to the byte whatever happens to what they were made from, which is marked", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 2 });
  const { desk } = review;
  for (let item = 0; item < 4; item++)
    for (const person of [0, 1]) await review.say(person, item, { intent: "refund" });
  await review.decide(3, { intent: "account" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  await aVersion(api, desk, datasetId);
  const at = { projectId: desk.projectId, datasetId, version: "v0", limit: 50, offset: 0 };
  const read = () => api.call(desk.caller, contract.queryDatasetRows, at);
  const before = await read();
  const kinds = before.rows.map(({ evidence }) => evidence.map(({ kind }) => kind));
  expect(kinds).toEqual([
    ["answer", "answer", "call"],
    ["answer", "answer", "call"],
    ["answer", "answer", "call"],
    ["call", "decision"],
  ]);
  expect(before.rows.flatMap(({ evidence }) => evidence).filter(({ isWithdrawn }) => isWithdrawn)).toEqual(
    [],
  );

  const [purged] = before.rows[0]?.evidence ?? [];
  await api.call(desk.caller, purgeFeedback, {
    projectId: desk.projectId,
    query: { $expr: { $eq: [{ $getField: "id" }, { $literal: purged?.id ?? "" }] } },
  });
  await api.db.query(sql`update call set deleted_at = now() where id = ${desk.items[1]?.callId}`);
  await api.db.query(sql`update call set output = '"other"' where id = ${desk.items[2]?.callId}`);
  await review.decide(3, { intent: "refund" });
  const after = await read();
  const content = ({ rows }: typeof before) => rows.map(({ evidence: _, ...row }) => JSON.stringify(row));
  expect(content(after)).toEqual(content(before));
  const withdrawn = after.rows.map(({ evidence }) =>
    evidence.flatMap(({ kind, isWithdrawn }) => (isWithdrawn ? kind : [])),
  );
  expect(withdrawn).toEqual([["answer"], ["call"], ["call"], ["decision"]]);

  const ofPerson = { ...at, annotatorUserId: desk.person(1).userId };
  expect((await api.call(desk.caller, contract.queryDatasetRows, ofPerson)).totalCount).toBe(3);
  const page = await api.call(desk.caller, contract.queryDatasetRows, { ...at, limit: 1, offset: 2 });
  expect(page.rows.map(({ position }) => position)).toEqual([2]);
});

test("a version is named by its number, its digest or as the latest, and another name is a 404", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review));
  const { version } = await aVersion(api, desk, datasetId);
  await review.say(0, 1, { intent: "refund" });
  await aVersion(api, desk, datasetId);
  const countOf = async (name: string) => {
    const at = { projectId: desk.projectId, datasetId, version: name, limit: 1, offset: 0 };
    return (await api.call(desk.caller, contract.queryDatasetRows, at)).totalCount;
  };
  const digest = version.ref.split(":").at(-1) ?? "";
  const names = ["v0", "0", "1", "latest", digest];
  expect(await Promise.all(names.map(countOf))).toEqual([1, 1, 2, 2, 1]);
  for (const unknown of ["v7", "7", "v", "-1"])
    await expect(countOf(unknown)).rejects.toMatchObject({ status: 404 });
});
