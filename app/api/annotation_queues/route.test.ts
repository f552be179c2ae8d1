import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
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

test("a scorer of another project is refused where it stands, by a new queue and by an update", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const caller = await api.aCaller(project, "engineer");
  const at = { project_id: project.path };
  const own = `weave:///${project.path}/object/own:v0`;
  const scorer_refs = [own, `weave:///${other.path}/object/theirs:v0`, "kindness"];
  const refused = await api.send(caller, {
    path: "/annotation_queues",
    body: { ...at, name: "Refunds", scorer_refs },
  });
  expect(refused.status).toBe(422);
  const { detail } = await refused.json();
  expect(detail).toEqual([
    {
      type: "value_error",
      loc: ["body", "scorer_refs", 1],
      msg: `Value error, the reference names project ${other.path}, but is used in project ${project.path}`,
    },
    {
      type: "value_error",
      loc: ["body", "scorer_refs", 2],
      msg: "Value error, the reference is of the form weave:///<entity>/<project>/<kind>/<name>",
    },
  ]);
  const { id } = await api.call(caller, contract.createQueue, {
    projectId: project.path,
    name: "Refunds",
    scorerRefs: [own],
  });
  const update = { method: "PUT", path: `/annotation_queues/${id}`, body: { ...at, scorer_refs } };
  expect((await api.send(caller, update)).status).toBe(422);
  const { queue } = await api.call(caller, contract.getQueue, { projectId: project.path, queueId: id });
  expect(queue.scorerRefs).toEqual([own]);
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

test("a new queue takes its settings, and leaves the others at their defaults", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const annotator = await api.aCaller(project, "annotator");
  const ref = `weave:///${project.path}/object/tone:v0`;
  const response = await api.send(caller, {
    path: "/annotation_queues",
    body: {
      project_id: project.path,
      name: "Refunds",
      scorer_refs: [ref],
      kind: "pairwise",
      annotators_per_item: 2,
      overlap_share: 0.25,
      annotator_ids: [annotator.userId, annotator.userId],
      is_blind: false,
      item_order: "random",
      skip_policy: "me",
      skip_reasons: ["Unclear"],
      requires_skip_reason: true,
      reservation_minutes: 3,
      required_refs: [ref.replace("weave:", "trace:")],
      is_archived: true,
    },
  });
  const { id } = await response.json();
  const { queue } = await api.call(caller, contract.getQueue, { projectId: project.path, queueId: id });
  expect(queue).toMatchObject({
    kind: "pairwise",
    annotatorsPerItem: 2,
    overlapShare: 0.25,
    annotatorIds: [annotator.userId],
    isBlind: false,
    itemOrder: "random",
    skipPolicy: "me",
    skipReasons: ["Unclear"],
    requiresSkipReason: true,
    reservationMinutes: 3,
    requiredRefs: [ref],
    isArchived: true,
  });
});

test("fields that the queue does not ask for cannot be required, and only people who may annotate can be named", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const caller = await api.aCaller(project, "engineer");
  const viewer = await api.aCaller(project, "viewer");
  const stranger = await api.aCaller(other, "engineer");
  const problemsOf = async (body: Record<string, unknown>) => {
    const sent = { project_id: project.path, name: "Refunds", scorer_refs: [], ...body };
    const response = await api.send(caller, { path: "/annotation_queues", body: sent });
    expect(response.status).toBe(422);
    return (await response.json()).detail;
  };
  const ref = `weave:///${project.path}/object/tone:v0`;
  expect(await problemsOf({ required_refs: [ref] })).toEqual([
    {
      type: "value_error",
      loc: ["body", "required_refs", 0],
      msg: `Value error, ${ref} is not one of the queue's scorer_refs; require only fields of the queue`,
    },
  ]);
  for (const id of [viewer.userId, stranger.userId, "nobody"])
    expect(await problemsOf({ annotator_ids: [caller.userId, id] })).toEqual([
      {
        type: "value_error",
        loc: ["body", "annotator_ids", 1],
        msg: `Value error, ${id} is not a user who may annotate in this project; give them such a role first`,
      },
    ]);
  expect(await problemsOf({ overlap_share: 1.5 })).toMatchObject([{ loc: ["body", "overlap_share"] }]);
});
