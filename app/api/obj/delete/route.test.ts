import { expect, test } from "vitest";
import { createQueue, deleteQueue } from "#lib/contract/annotation/queues.ts";
import { deleteObject, queryObjects } from "#lib/contract/compat/objects.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, deleteObject, async (place) => {
  const { objectId } = await keepObject(api, place, { objectId: `object-${place.project.id}`, val: 1 });
  return { project_id: place.project.path, object_id: objectId };
});

async function threeVersions() {
  const place = await aRecorder(api);
  const digests = [];
  for (const val of [1, 2, 3]) digests.push((await keepObject(api, place, { objectId: "o", val })).digest);
  const remove = async (more: object) => {
    const body = { project_id: place.project.path, object_id: "o", ...more };
    const response = await api.send(place.caller, { path: deleteObject.path, body });
    return response.status === 200 ? await response.json() : response.status;
  };
  const left = async () => {
    const { objs } = await api.call(place.caller, queryObjects, { projectId: place.project.path });
    return objs.map((obj) => [obj.val, obj.isLatest]);
  };
  return { place, digests, remove, left };
}

test("the named versions are deleted, the newest remaining one is the latest, and the audit log records it", async () => {
  const { place, digests, remove, left } = await threeVersions();
  expect(await remove({ digests: [digests[0], "latest", "unknown"] })).toEqual({ num_deleted: 2 });
  expect(await left()).toEqual([[2, 1]]);
  const events = await api.db.prisma.auditEvent.findMany({ where: { projectId: place.project.id } });
  expect(events).toMatchObject([{ action: "objects.deleted", target: "o", details: { versions: 2 } }]);
});

test("without digests all go, and a second time there is nothing to delete", async () => {
  const { remove, left } = await threeVersions();
  expect(await remove({})).toEqual({ num_deleted: 3 });
  expect(await left()).toEqual([]);
  expect(await remove({})).toBe(404);
  expect(await remove({ digests: [] })).toEqual({ num_deleted: 0 });
});

test("a deleted value that is kept again is the version that it was", async () => {
  const { place, digests, remove, left } = await threeVersions();
  await remove({ digests: [digests[1]] });
  await keepObject(api, place, { objectId: "o", val: 2 });
  expect(await left()).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
  ]);
});

test("a version that a queue asks stays, and the refusal names the queue; a deleted queue asks nothing", async () => {
  const { place, digests, remove, left } = await threeVersions();
  const projectId = place.project.path;
  const asking = async (name: string, ref: string) => {
    const scorerRefs = [`weave:///${projectId}/object/o:${ref}`];
    return (await api.call(place.caller, createQueue, { projectId, name, scorerRefs })).id;
  };
  const queueIds = [await asking("Tone", digests[0] ?? ""), await asking("Newest", "latest")];
  const refusal = await api.send(place.caller, {
    path: deleteObject.path,
    body: { project_id: projectId, object_id: "o" },
  });
  expect(refusal.status).toBe(409);
  expect(JSON.stringify(await refusal.json())).toMatch(
    /in_use.*Object o is a question.*Tone.*Newest|Tone.*Newest.*in_use/,
  );
  expect(await remove({ digests: ["v0"] })).toBe(409);
  expect(await left()).toHaveLength(3);
  expect(await remove({ digests: ["latest"] })).toEqual({ num_deleted: 1 });
  for (const queueId of queueIds) await api.call(place.caller, deleteQueue, { projectId, queueId });
  expect(await remove({})).toEqual({ num_deleted: 2 });
});
