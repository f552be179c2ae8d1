import { expect, test } from "vitest";
import * as contract from "#lib/contract/queues.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createQueue);

test("a queue is made from its name and scorers, and the answer is its id", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const body = { project_id: project.path, name: "Refunds", scorer_refs: [] };
  const response = await api.send(caller, { path: "/annotation_queues", body });
  expect(response.status).toBe(200);
  const reply = await response.json();
  expect(reply).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/) });
  const { queue } = await api.call(caller, contract.getQueue, { projectId: project.path, queueId: reply.id });
  expect(queue).toMatchObject({
    name: "Refunds",
    description: "",
    createdBy: caller.userId,
    deletedAt: null,
  });
});

test("an admin of the entity makes the project with its first queue", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const path = `${project.entity}/not-there-yet`;
  const input = { projectId: path, name: "Refunds", scorerRefs: [] };
  await expect(api.call(caller, contract.createQueue, input)).rejects.toMatchObject({ status: 403 });
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  const { id } = await api.call(caller, contract.createQueue, input);
  const { queue } = await api.call(caller, contract.getQueue, { projectId: path, queueId: id });
  expect(queue.name).toBe("Refunds");
});

test("two queues may have one name", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const input = { projectId: project.path, name: "Refunds", scorerRefs: [] };
  const one = await api.call(caller, contract.createQueue, input);
  const two = await api.call(caller, contract.createQueue, input);
  expect(one.id).not.toBe(two.id);
});

test.each([0, 1, 3])("%d scorers come back under one reference scheme, in their order", async (count) => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const rest = (i: number) => `${project.path}/object/scorer-${i}:v0`;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const { id } = await api.call(caller, contract.createQueue, {
    projectId: project.path,
    name: "Refunds",
    description: "Kind?",
    scorerRefs: numbers.map((i) => `${i === 1 ? "trace" : "weave"}:///${rest(i)}`),
  });
  const { queue } = await api.call(caller, contract.getQueue, { projectId: project.path, queueId: id });
  expect(queue.scorerRefs).toEqual(numbers.map((i) => `weave:///${rest(i)}`));
  expect(queue.description).toBe("Kind?");
});
