import { describe, expect, test } from "vitest";
import { recordAudit } from "#lib/access/audit/record-audit.ts";
import { listAuditEvents } from "#lib/contract/access/audit.ts";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { deleteModel, setCheckpointAlias } from "#lib/contract/models/models.ts";
import { Sql } from "#lib/platform/db/sql.ts";
import { aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, listAuditEvents);

async function list(project: TestProject, by: Caller, query = ""): Promise<Response> {
  const path = `/projects/${project.path}/audit${query}`;
  return api.send(null, { method: "GET", path, headers: api.sessionHeaders(by) });
}

async function record(project: TestProject, by: Caller, target: string): Promise<void> {
  const actor = { userId: by.userId, key: null };
  const facts = { action: "queue.deleted", projectId: project.id, target, details: { items: 3 } } as const;
  await recordAudit({ db: api.db, actor, requestId: "a-request" }, facts);
}

test("an event says what was done, by whom, in which request and with what outcome", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  await record(project, admin, "queue-1");
  expect(await (await list(project, admin)).json()).toEqual({
    events: [
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        action: "queue.deleted",
        outcome: "succeeded",
        actor_user_id: admin.userId,
        actor_name: admin.name,
        target: "queue-1",
        request_id: "a-request",
        details: { items: 3 },
      },
    ],
    has_more: false,
  });
});

test("an event about a model, a queue or a dataset has its name, also once that is deleted", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  const model = await aModelIn(api, { project, caller: admin });
  await someCheckpoints(api, { model, project }, [1]);
  const alias = { modelId: model.id, name: "production" };
  await api.call(byBearer(admin), setCheckpointAlias, { ...alias, step: 1 });
  await api.call(byBearer(admin), setCheckpointAlias, {
    ...alias,
    step: 0,
    override: true,
    reason: "An outage",
  });
  await api.call(byBearer(admin), setCheckpointAlias, { ...alias, step: 1 });
  await api.call(byBearer(admin), deleteModel, { modelId: model.id });
  const { events } = await (await list(project, admin, "?action=checkpoint_alias.moved")).json();
  expect(events).toMatchObject([
    { target_name: model.name, details: { name: "production", kind: "rolled_back", step: 1, from_step: 0 } },
    { target_name: model.name, details: { kind: "overridden", step: 0 } },
  ]);
});

test("each page continues where the last one ended, newest first, and no page has another project's events", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const admin = await api.aCaller(project, "admin");
  for (let i = 0; i < 5; i++) await record(project, admin, `queue-${i}`);
  await record(other, admin, "elsewhere");
  const seen: string[] = [];
  let query = "?limit=2";
  for (let more = true; more; ) {
    const page = await (await list(project, admin, query)).json();
    seen.push(...page.events.map((event: { target: string }) => event.target));
    more = page.has_more;
    query = `?limit=2&after=${page.events.at(-1).id}`;
  }
  expect(seen).toEqual(["queue-4", "queue-3", "queue-2", "queue-1", "queue-0"]);
});

test("events can be chosen by action", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  await record(project, admin, "queue-1");
  const none = await (await list(project, admin, "?action=key.created")).json();
  expect(none).toEqual({ events: [], has_more: false });
});

test("an event of another project is not a valid cursor", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const admin = await api.aCaller(project, "admin");
  await record(other, admin, "elsewhere");
  const { id } = await api.db.prisma.auditEvent.findFirstOrThrow({ where: { projectId: other.id } });
  const response = await list(project, admin, `?after=${id}`);
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].loc).toEqual(["query", "after"]);
});

test.each(["update audit_event set action = 'nothing'", "delete from audit_event", "truncate audit_event"])(
  "the log only grows: %s is refused",
  async (statement) => {
    const project = await api.aProject();
    await record(project, await api.aCaller(), "kept");
    // Even of the tables' owner; the service's own role may not empty a table at all.
    await expect(api.asOwner(new Sql([statement], []))).rejects.toMatchObject({
      message: expect.stringContaining("append-only"),
    });
    expect(await api.db.prisma.auditEvent.count({ where: { projectId: project.id } })).toBe(1);
  },
);

describe("a refused authorisation", () => {
  const write = (caller: Caller, path: string) =>
    api.send(caller, { path: createQueue.path, body: { ...createQueue.example, project_id: path } });
  const denialsOf = (caller: Caller) =>
    api.db.prisma.auditEvent.findMany({ where: { actorUserId: caller.userId } });

  test("is in the log of the project with the actor, the key and what was tried", async () => {
    const project = await api.aProject();
    const viewer = await api.aCaller(project, "viewer");
    expect((await write(viewer, project.path)).status).toBe(403);
    expect(await denialsOf(viewer)).toMatchObject([
      {
        action: "authorisation.denied",
        outcome: "refused",
        projectId: project.id,
        target: "createQueue",
        actorKeyId: expect.any(String),
        requestId: expect.any(String),
      },
    ]);
  });

  test("is not in the log of a project that the actor has no part in", async () => {
    const project = await api.aProject();
    const stranger = await api.aCaller();
    await write(stranger, project.path);
    expect(await denialsOf(stranger)).toMatchObject([{ projectId: null, target: "createQueue" }]);
  });

  test("over and over does not fill the log", async () => {
    const project = await api.aProject();
    const viewer = await api.aCaller(project, "viewer");
    for (let i = 0; i < 70; i++) await write(viewer, project.path);
    expect(await denialsOf(viewer)).toHaveLength(60);
  });
});
