import { expect, test } from "vitest";
import { queryObjects } from "#lib/contract/compat/objects.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepObject, keepSpec } from "#lib/testing/data/object-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, queryObjects);

const op = { _type: "CustomWeaveType", weave_type: { type: "Op" } };
const scorer = { _class_name: "MyScorer", _bases: ["Scorer", "Object", "BaseModel"] };

async function aShelf() {
  const place = await aRecorder(api);
  await keepSpec(api, place, { name: "spec", fieldSchema: {} });
  for (const [objectId, val] of Object.entries({ op, scorer, plain: 1 }))
    await keepObject(api, place, { objectId, val });
  await keepObject(api, place, { objectId: "plain", val: 2 });
  const find = async (more: object, caller = place.caller) => {
    const body = { project_id: place.project.path, ...more };
    const response = await api.send(caller, { path: queryObjects.path, body });
    const { objs } = (await response.json()) as { objs: { object_id: string; version_index: number }[] };
    return objs.map((obj) => `${obj.object_id}:v${obj.version_index}`);
  };
  return { place, find };
}

test("filters name what they keep, and together they narrow", async () => {
  const { find } = await aShelf();
  const filter = (more: object) => find({ filter: more });
  expect(await filter({ base_object_classes: ["AnnotationSpec"] })).toEqual(["spec:v0"]);
  expect(await filter({ base_object_classes: ["Scorer"] })).toEqual(["scorer:v0"]);
  expect(await filter({ leaf_object_classes: ["MyScorer"] })).toEqual(["scorer:v0"]);
  expect(await filter({ exclude_base_object_classes: ["AnnotationSpec", "Scorer"], is_op: false })).toEqual([
    "plain:v0",
    "plain:v1",
  ]);
  expect(await filter({ is_op: true })).toEqual(["op:v0"]);
  expect(await filter({ object_ids: ["plain", "op"], latest_only: true })).toEqual(["op:v0", "plain:v1"]);
  expect(await filter({ tags: ["any"] })).toEqual([]);
});

test("sorting, limit and offset", async () => {
  const { find } = await aShelf();
  const sort = { sort_by: [{ field: "object_id", direction: "desc" }] };
  expect(await find(sort)).toEqual(["spec:v0", "scorer:v0", "plain:v0", "plain:v1", "op:v0"]);
  expect(await find({ ...sort, limit: 2, offset: 1 })).toEqual(["scorer:v0", "plain:v0"]);
  expect(await find({ limit: 0 })).toEqual([]);
});

test("annotators see annotation specs alone", async () => {
  const { find, place } = await aShelf();
  expect(await find({}, await api.aCaller(place.project, "annotator"))).toEqual(["spec:v0"]);
});
