import { expect, test } from "vitest";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { publish } from "#lib/testing/data/table-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { getPublishedDataset } from "./get-published-dataset.ts";
import { publishedDatasets } from "./list-published.internal.ts";

const api = startHarness();

const LARGE = "x".repeat(300_000);

/** Counts what the database hands over. */
function measured(db: Db) {
  let bytes = 0;
  const query: Db["query"] = async (statement) => {
    const rows = await db.query(statement);
    bytes += JSON.stringify(rows).length;
    return rows;
  };
  const counting = new Proxy(db, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
  });
  return { db: counting, bytes: () => bytes };
}

test("large values and rows of versions are not read to list them", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const first = { prompt: LARGE, completion: "b" };
  for (const n of [0, 1, 2])
    await publish(api, place, {
      name: "talks",
      description: `${n} ${LARGE}`,
      rows: [first, { prompt: `${n}` }],
    });
  await publish(api, place, { name: "talks", description: "Small", rows: [first] });
  const { db, bytes } = measured(api.db);
  const { versions } = await getPublishedDataset(
    { db, project: { ...project, role: "admin" } },
    { name: "talks" },
  );
  expect(versions.map(({ number, rows, kind, description }) => [number, rows, kind, description])).toEqual([
    [3, 1, "sft", "Small"],
    [2, 2, "sft", null],
    [1, 2, "sft", null],
    [0, 2, "sft", null],
  ]);
  // Of the first row, which all of them share, once for the newest alone and once for all.
  expect(bytes()).toBeLessThan(2 * LARGE.length + 10_000);
  const list = measured(api.db);
  const listed = await publishedDatasets(
    { db: list.db, project: { ...project, role: "admin" } },
    () => sql`true`,
  );
  expect(listed).toMatchObject([{ name: "talks", number: 3, kind: "sft", versionCount: 4 }]);
  expect(list.bytes()).toBeLessThan(LARGE.length + 10_000);
});
