import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryQueues);

async function queuesNamed(
  ...names: string[]
): Promise<{ project: TestProject; caller: Caller; projectId: string }> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  for (const name of names) await aQueueIn(api, { project, caller }, name);
  return { project, caller, projectId: project.path };
}

test("queues come one JSON object a line, newest first, with every field", async () => {
  const { caller, projectId } = await queuesNamed("one", "two");
  const body = { project_id: projectId };
  const response = await api.send(caller, { path: "/annotation_queues/query", body });
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ name }) => name)).toEqual(["two", "one"]);
  expect(Object.keys(lines[0]).sort()).toEqual([
    "annotator_ids",
    "annotators_per_item",
    "created_at",
    "created_by",
    "deleted_at",
    "description",
    "field_rules",
    "id",
    "is_archived",
    "is_blind",
    "is_strict",
    "item_order",
    "kind",
    "min_agreement",
    "name",
    "overlap_share",
    "project_id",
    "required_refs",
    "requires_skip_reason",
    "reservation_minutes",
    "scorer_refs",
    "shows_suggestions",
    "skip_policy",
    "skip_reasons",
    "updated_at",
  ]);
  expect(lines[0]).toMatchObject({ project_id: projectId, deleted_at: null });
});

test("a project without queues answers an empty body", async () => {
  const { caller, projectId } = await queuesNamed();
  const response = await api.send(caller, {
    path: "/annotation_queues/query",
    body: { project_id: projectId },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

const NAMES = [
  "100% sure",
  "a_b",
  "a-b",
  "back\\slash",
  "Refund Émile",
  "refund",
  "STRASSE",
  "straße",
  "İstanbul",
  "[a-z]+",
];

test.each([
  ["%", ["100% sure"]],
  ["_", ["a_b"]],
  ["\\", ["back\\slash"]],
  ["REFUND", ["Refund Émile", "refund"]],
  ["éMILE", ["Refund Émile"]],
  ["STRASS", ["STRASSE"]],
  ["STRAß", ["straße"]],
  ["İSTAN", ["İstanbul"]],
  ["[a-z]+", ["[a-z]+"]],
  ["x".repeat(10_000), []],
  ["", NAMES],
])("the name filter takes %j literally, whatever its case", async (name, expected) => {
  const { caller, projectId } = await queuesNamed(...NAMES);
  const found = await api.callAll(caller, contract.queryQueues, { projectId, name });
  expect(found.map((queue) => queue.name).sort()).toEqual([...expected].sort());
});

test("queues are sorted by several fields in turn", async () => {
  const { caller, projectId } = await queuesNamed("b", "a", "a");
  const sorted = await api.callAll(caller, contract.queryQueues, {
    projectId,
    sortBy: [
      { field: "name", direction: "asc" },
      { field: "id", direction: "desc" },
    ],
  });
  expect(sorted.map((queue) => queue.name)).toEqual(["a", "a", "b"]);
  const [first, second] = sorted.map((queue) => queue.id);
  expect((first ?? "") > (second ?? "")).toBe(true);
});

test("a sort without direction goes upwards", async () => {
  const { caller, projectId } = await queuesNamed("b", "a", "c");
  const body = { project_id: projectId, sort_by: [{ field: "name" }] };
  const response = await api.send(caller, { path: "/annotation_queues/query", body });
  const names = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).name);
  expect(names).toEqual(["a", "b", "c"]);
});

test("queues of one name are in the order of their ids", async () => {
  const { caller, projectId } = await queuesNamed("same", "same", "same", "same");
  const body = { project_id: projectId, sort_by: [{ field: "name", direction: "desc" }] };
  const response = await api.send(caller, { path: "/annotation_queues/query", body });
  const ids = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(ids).toHaveLength(4);
  expect(ids).toEqual(ids.toSorted());
});

test("an unknown sort field or direction is a 422 that lists the known ones", async () => {
  const { caller, projectId } = await queuesNamed();
  const sort_by = [{ field: "size", direction: "up" }];
  const response = await api.send(caller, {
    path: "/annotation_queues/query",
    body: { project_id: projectId, sort_by },
  });
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toEqual([
    {
      type: "literal_error",
      loc: ["body", "sort_by", 0, "field"],
      msg: "Input should be 'id', 'name', 'created_at' or 'updated_at'",
    },
    {
      type: "literal_error",
      loc: ["body", "sort_by", 0, "direction"],
      msg: "Input should be 'asc' or 'desc'",
    },
  ]);
});

test("pages are disjoint and cover everything; a limit of 0 gives no row", async () => {
  const { caller, projectId } = await queuesNamed("a", "b", "c", "d", "e");
  const page = async (limit: number, offset: number) =>
    (await api.callAll(caller, contract.queryQueues, { projectId, limit, offset })).map(
      (queue) => queue.name,
    );
  expect(await page(2, 0)).toEqual(["e", "d"]);
  expect(await page(2, 2)).toEqual(["c", "b"]);
  expect(await page(2, 4)).toEqual(["a"]);
  expect(await page(2, 6)).toEqual([]);
  expect(await page(0, 0)).toEqual([]);
});

test("queues of another project never show", async () => {
  const { caller, projectId } = await queuesNamed("mine");
  await queuesNamed("theirs");
  const found = await api.callAll(caller, contract.queryQueues, { projectId });
  expect(found.map((queue) => queue.name)).toEqual(["mine"]);
});

test("archived queues are there unless the filter leaves them out, or keeps them alone", async () => {
  const { caller, projectId } = await queuesNamed("at work", "put away");
  const [away] = await api.callAll(caller, contract.queryQueues, { projectId, name: "away" });
  await api.call(caller, contract.updateQueue, { projectId, queueId: away?.id ?? "", isArchived: true });
  const namesWith = async (filter: Record<string, unknown>) => {
    const body = { project_id: projectId, ...filter };
    const lines = await (await api.send(caller, { path: "/annotation_queues/query", body })).text();
    return lines
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).name);
  };
  expect(await namesWith({})).toEqual(["put away", "at work"]);
  expect(await namesWith({ is_archived: null })).toEqual(["put away", "at work"]);
  expect(await namesWith({ is_archived: true })).toEqual(["put away"]);
  expect(await namesWith({ is_archived: false, limit: 1 })).toEqual(["at work"]);
});
