import { expect, test } from "vitest";
import { createObject, queryObjects, readObject } from "#lib/contract/compat/objects.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, createObject);

test.each([".", ".."])(
  "an object named %s could not be asked for in an address, and is a 422",
  async (name) => {
    const { project, caller } = await aRecorder(api);
    const obj = { project_id: project.path, object_id: name, val: { _class_name: "Dataset" } };
    const answer = await api.send(caller, { path: "/obj/create", body: { obj } });
    expect(answer.status).toBe(422);
    expect((await answer.json()).detail).toMatchObject([
      { loc: ["body", "obj", "object_id"], type: "value_error" },
    ]);
  },
);

test("the same value is one version, another value the next", async () => {
  const place = await aRecorder(api);
  const first = await keepObject(api, place, { objectId: "o", val: { a: 1, b: [2] } });
  expect(first.digest).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(await keepObject(api, place, { objectId: "o", val: { b: [2], a: 1 } })).toEqual(first);
  const second = await keepObject(api, place, { objectId: "o", val: { a: 2 } });
  const { objs } = await api.call(place.caller, queryObjects, { projectId: place.project.path });
  expect(objs.map((obj) => [obj.digest, obj.versionIndex, obj.isLatest])).toEqual([
    [first.digest, 0, 0],
    [second.digest, 1, 1],
  ]);
});

test("versions made at the same time are counted without gap or repeat", async () => {
  const place = await aRecorder(api);
  const values = Array.from({ length: 12 }, (_, i) => ({ value: i % 6 }));
  await Promise.all(values.map((val) => keepObject(api, place, { objectId: "o", val })));
  const { objs } = await api.call(place.caller, queryObjects, { projectId: place.project.path });
  expect(objs.map((obj) => obj.versionIndex).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a digest that the caller expects is the one that it is kept under", async () => {
  const place = await aRecorder(api);
  const expectedDigest = "abc-DEF_123";
  const kept = await keepObject(api, place, { objectId: "o", val: { x: 1.5 }, expectedDigest });
  expect(kept.digest).toBe(expectedDigest);
  const input = { projectId: place.project.path, objectId: "o", digest: expectedDigest };
  expect((await api.call(place.caller, readObject, input)).obj.val).toEqual({ x: 1.5 });
});

test("any JSON value comes back as it was", async () => {
  const place = await aRecorder(api);
  const val = JSON.parse('{"__proto__":{"a":1},"nul":"\\u0000","half":"\\ud800","list":[null,1.5,""]}');
  await keepObject(api, place, { objectId: "o", val });
  const input = { projectId: place.project.path, objectId: "o", digest: "latest" };
  const { obj } = await api.call(place.caller, readObject, input);
  expect(JSON.stringify(obj.val)).toBe(JSON.stringify(val));
});

test("an annotation spec is filled with its defaults and known as one", async () => {
  const place = await aRecorder(api);
  const val = { name: "Stars", field_schema: { type: "integer", minimum: 1, maximum: 5 } };
  await keepObject(api, place, { objectId: "stars", val, builtinObjectClass: "AnnotationSpec" });
  const input = { projectId: place.project.path, objectId: "stars", digest: "latest" };
  const { obj } = await api.call(place.caller, readObject, input);
  expect(obj).toMatchObject({
    kind: "object",
    baseObjectClass: "AnnotationSpec",
    leafObjectClass: "AnnotationSpec",
  });
  expect(obj.val).toEqual({
    ...val,
    description: null,
    unique_among_creators: false,
    op_scope: null,
    _type: "AnnotationSpec",
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject", "BaseModel"],
  });
});

test.each([
  [{ field_schema: { type: "nonsense" } }, "field_schema"],
  [{ field_schema: "boolean" }, "field_schema"],
  [{ field_schema: {}, name: 5 }, "name"],
  [{ field_schema: {}, op_scope: [5] }, "op_scope"],
  ["a text", "val"],
])("%j is not an annotation spec, and a 400 says why", async (val, field) => {
  const { project, caller } = await aRecorder(api);
  const obj = { project_id: project.path, object_id: "o", val, builtin_object_class: "AnnotationSpec" };
  const response = await api.send(caller, { path: createObject.path, body: { obj } });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { reason: string }).reason).toContain(field);
});

test("a spec whose pattern no text can be held against is a 422 at the pattern", async () => {
  const { project, caller } = await aRecorder(api);
  for (const length of [8_000, 50_000]) {
    const val = { field_schema: { items: { pattern: ".".repeat(length) } } };
    const obj = { project_id: project.path, object_id: "o", val, builtin_object_class: "AnnotationSpec" };
    const response = await api.send(caller, { path: createObject.path, body: { obj } });
    expect(response.status).toBe(422);
    const loc = ["body", "obj", "val", "field_schema", "items", "pattern"];
    expect((await response.json()).detail).toMatchObject([{ loc, msg: expect.stringContaining("too long") }]);
  }
});

test("a spec that says itself that it is one is checked too", async () => {
  const { project, caller } = await aRecorder(api);
  const val = {
    _class_name: "AnnotationSpec",
    _bases: ["Object", "BaseModel"],
    field_schema: { type: "nonsense" },
  };
  const body = { obj: { project_id: project.path, object_id: "o", val } };
  expect((await api.send(caller, { path: createObject.path, body })).status).toBe(400);
});

test("ids and digests of other forms are a 422", async () => {
  const { project, caller } = await aRecorder(api);
  for (const wrong of [
    { object_id: "a/b" },
    { object_id: "" },
    { object_id: "x".repeat(129) },
    { expected_digest: "latest" },
    { expected_digest: "v3" },
    { expected_digest: "a b" },
  ]) {
    const body = { obj: { project_id: project.path, object_id: "o", val: {}, ...wrong } };
    expect((await api.send(caller, { path: createObject.path, body })).status).toBe(422);
  }
});
