import type { Ctx } from "#lib/access/context.ts";
import { ANY_CREDENTIAL, endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import {
  dict,
  finiteNumber,
  identifier,
  instant,
  integer,
  label,
  list,
  oneOf,
  projectId,
} from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import { handle } from "#lib/edge/http/handle.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "./harness.ts";
import { routeGuarantees } from "./route-guarantees.ts";

const input = {
  body: wireObject({
    projectId,
    queueId: identifier(),
    name: label(),
    at: instant,
    weight: withDefault(finiteNumber, 1),
    limit: maybe(integer({ min: 0, max: 100 })),
    direction: maybe(oneOf(["asc", "desc"])),
    tagIds: maybe(list(identifier(), { max: 5 })),
    payload: maybe(dict),
    parts: list(wireObject({ ref: identifier(1024), score: maybe(finiteNumber) })),
  }),
};
const example = {
  project_id: "acme/support",
  queue_id: "q",
  name: "refunds",
  at: "2026-01-01T00:00:00Z",
  tag_ids: ["t"],
  parts: [{ ref: "weave:///acme/support/call/1" }],
};

const renameQueue = endpoint({
  operationId: "renameQueue",
  group: "project",
  summary: "Stands for every endpoint that changes a row",
  method: "POST",
  path: "/trial/rename",
  auth: ANY_CREDENTIAL,
  needs: "queues:write",
  input,
  reply: wireObject({ id: identifier(), name: label() }),
  statuses: [404],
  example,
});

async function rename(ctx: Ctx, { queueId, name }: InputOf<typeof renameQueue>) {
  const queue = await ctx.db.prisma.annotationQueue.findFirst({
    where: { id: queueId, projectId: ctx.project.id },
  });
  if (!queue) throw new NotFound("Queue not found");
  await ctx.db.prisma.annotationQueue.update({
    where: { id: queueId },
    data: { name },
  });
  return { id: queueId, name };
}

const makeQueue = endpoint({
  ...renameQueue,
  operationId: "makeQueue",
  path: "/trial/make",
  idempotent: true,
  statuses: [],
});

async function make(ctx: Ctx, { name }: InputOf<typeof makeQueue>) {
  const id = newId();
  await ctx.db.prisma.annotationQueue.create({
    data: { id, name, projectId: ctx.project.id, createdBy: ctx.actor.userId, scorerRefs: [] },
  });
  return { id, name };
}

const api = startHarness(handle(renameQueue, rename), handle(makeQueue, make));

routeGuarantees(api, renameQueue, async ({ project, caller }) => {
  const id = newId();
  await api.db.prisma.annotationQueue.create({
    data: { id, name: "old", projectId: project.id, createdBy: caller.userId, scorerRefs: [] },
  });
  return { ...example, project_id: project.path, queue_id: id };
});
routeGuarantees(api, makeQueue);
