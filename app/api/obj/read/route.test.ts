import { expect, test } from "vitest";
import { deleteObject, readObject } from "#lib/contract/compat/objects.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepObject, keepSpec } from "#lib/testing/data/object-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, readObject, async (place) => {
  // An annotator may read specs, and each tenant has one of its own name.
  const { objectId, digest } = await keepSpec(api, place, {
    name: `spec-${place.project.id}`,
    fieldSchema: { type: "boolean" },
  });
  return { project_id: place.project.path, object_id: objectId, digest };
});

test("a version is found by its digest, its number, and as the latest", async () => {
  const place = await aRecorder(api);
  const first = await keepObject(api, place, { objectId: "o", val: 1 });
  const second = await keepObject(api, place, { objectId: "o", val: 2 });
  const read = async (digest: string) => {
    const body = { project_id: place.project.path, object_id: "o", digest };
    const response = await api.send(place.caller, { path: readObject.path, body });
    return response.status === 200 ? ((await response.json()) as { obj: { val: unknown } }).obj.val : null;
  };
  expect(await read(first.digest)).toBe(1);
  expect(await read("v0")).toBe(1);
  expect(await read("v1")).toBe(2);
  expect(await read("latest")).toBe(2);
  expect(await read("v2")).toBeNull();
  expect(await read("nothing")).toBeNull();
  const gone = { projectId: place.project.path, objectId: "o", digests: [second.digest] };
  await api.call(place.caller, deleteObject, gone);
  expect(await read("latest")).toBe(1);
  expect(await read("v1")).toBeNull();
});

test("a version is returned whole, under its names on the wire; its value may be left out", async () => {
  const place = await aRecorder(api);
  const val = { _type: "CustomWeaveType", weave_type: { type: "Op" } };
  const { digest } = await keepObject(api, place, { objectId: "my_op", val });
  const body = { project_id: place.project.path, object_id: "my_op", digest };
  const response = await api.send(place.caller, { path: readObject.path, body });
  expect(await response.json()).toEqual({
    obj: {
      project_id: place.project.path,
      object_id: "my_op",
      created_at: expect.stringMatching(/Z$/),
      deleted_at: null,
      digest,
      version_index: 0,
      is_latest: 1,
      kind: "op",
      base_object_class: null,
      leaf_object_class: null,
      val,
      wb_user_id: place.caller.userId,
      svc_user_id: place.caller.userId,
      size_bytes: JSON.stringify(val).length,
      tags: [],
      aliases: ["latest"],
    },
  });
  const metadata = { ...body, metadata_only: true };
  const bare = await api.send(place.caller, { path: readObject.path, body: metadata });
  expect(await bare.json()).toMatchObject({ obj: { val: null, digest } });
});

test("annotators read annotation specs and no other object", async () => {
  const place = await aRecorder(api);
  await keepSpec(api, place, { name: "stars", fieldSchema: {} });
  await keepObject(api, place, { objectId: "secret", val: 1 });
  const annotator = await api.aCaller(place.project, "annotator");
  const statusOf = async (objectId: string) => {
    const body = { project_id: place.project.path, object_id: objectId, digest: "latest" };
    return (await api.send(annotator, { path: readObject.path, body })).status;
  };
  expect([await statusOf("stars"), await statusOf("secret"), await statusOf("nothing")]).toEqual([
    200, 404, 404,
  ]);
});
