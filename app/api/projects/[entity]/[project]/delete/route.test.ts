import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import * as contract from "#lib/contract/access/projects.ts";
import { eraseProjects } from "#lib/jobs/duties/erase-projects.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aNote, sendBatch } from "#lib/testing/data/feedback-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aQueuedJob, expireLease, rowOf, takeJob } from "#lib/testing/data/job-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { losingConnectionAt } from "#lib/testing/engines/nth-fault.ts";
import { rowsOf } from "#lib/testing/guarantees/project-rows.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { buryJobs } from "#lib/training/jobs/bury-jobs.ts";

const api = startHarness();

routeGuarantees(api, contract.deleteProject);

/** What other tests of this file asked for is done before. */
beforeEach(async () => {
  await eraseProjects(api.db);
});

/** A project with something of each kind in it, files too. */
async function aFullProject(): Promise<{
  project: TestProject;
  admin: Caller;
  jobId: string;
  files: string[];
}> {
  const { project, caller, queueId, items } = await aQueueWithItems(api, 3);
  const [projectId, itemId] = [project.id, items[0]?.id ?? ""];
  await sendBatch(api, caller, [aNote(project), aNote(project)]);
  const reserved = { projectId, queueId, itemId, annotatorId: caller.userId, expiresAt: new Date() };
  await api.db.prisma.itemReservation.create({ data: reserved });
  const model = await aModelIn(api, { project, caller });
  const jobId = await aQueuedJob(api, { modelId: model.id, project });
  const file = await anUploadedFile(api, { project, caller: byBearer(caller) });
  const folder = path.join(env().SPINDLE_DATA_DIR, "jobs", jobId);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "rows.jsonl"), "{}");
  const files = [folder, path.join(env().SPINDLE_DATA_DIR, "files", file.id)];
  return { project, admin: await api.aCaller(project, "admin"), jobId, files };
}

function ask(caller: Caller, project: TestProject, confirm = project.path): Promise<Response> {
  const body = { confirm };
  return api.send(null, {
    path: `/projects/${project.path}/delete`,
    body,
    headers: api.sessionHeaders(caller),
  });
}

/** What is left of a project, by table, besides the memory that it was there. */
async function left(project: TestProject): Promise<string[]> {
  const rows = Object.entries(await rowsOf(api, project)).filter(([, print]) => !print.startsWith("0 "));
  return rows.map(([table]) => table).filter((table) => !["audit_event", "project_deletion"].includes(table));
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

test("a deleted project is gone for everybody at once, and then with all rows and files; others keep theirs", async () => {
  const [{ project, admin, files }, other] = [await aFullProject(), await aFullProject()];
  const before = await rowsOf(api, other.project);
  const asked = await ask(admin, project);
  expect(await asked.json()).toMatchObject({ project_id: project.path, stage: "training", rows_done: 0 });
  const read = { path: "/calls/query_stats", body: { project_id: project.path } };
  expect((await api.send(admin, read)).status).toBe(403);
  expect((await ask(admin, project)).status).toBe(403);
  expect(await Promise.all(files.map(exists))).toEqual([true, true]);

  expect(await eraseProjects(api.db)).toBe(1);
  expect(await left(project)).toEqual([]);
  expect(await api.db.prisma.project.findUnique({ where: { id: project.id } })).toBeNull();
  expect(await Promise.all(files.map(exists))).toEqual([false, false]);
  expect(await rowsOf(api, other.project)).toEqual(before);
  expect(await Promise.all(other.files.map(exists))).toEqual([true, true]);
  const events = await api.db.prisma.auditEvent.findMany({
    where: { projectId: project.id, action: { startsWith: "project.d" } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
    ["project.deletion_asked", admin.userId],
    ["project.deleted", admin.userId],
  ]);
  const list = await api.send(null, {
    method: "GET",
    path: contract.listProjectDeletions.path,
    headers: api.sessionHeaders(admin),
  });
  const [deletion] = (await list.json()).deletions;
  expect(deletion).toMatchObject({ project_id: project.path, ended_at: expect.any(String) });
  expect(deletion.rows_done).toBe(deletion.rows_total);
  expect(deletion.rows_done).toBeGreaterThan(10);
});

test("a path that is not repeated word for word deletes nothing", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  const answer = await ask(admin, project, project.name);
  expect([answer.status, (await answer.json()).detail]).toEqual([400, expect.stringContaining(project.path)]);
  const engineer = await api.aCaller(project, "engineer");
  expect((await ask(engineer, project)).status).toBe(403);
  expect((await api.db.prisma.project.findUniqueOrThrow({ where: { id: project.id } })).deletedAt).toBeNull();
});

test("a deletion that is interrupted anywhere is resumed, and counts nothing twice", async () => {
  const [{ project, admin }, whole] = [await aFullProject(), await aFullProject()];
  await ask(whole.admin, whole.project);
  await eraseProjects(api.db);
  await ask(admin, project);
  let wasReached = true;
  for (let nth = 1; wasReached; nth += 3) {
    const faulty = losingConnectionAt(nth, api.db);
    await eraseProjects(faulty.database).catch(() => 0);
    wasReached = faulty.wasReached();
  }
  expect(await left(project)).toEqual([]);
  const rowsOfDeletion = async ({ id }: TestProject) =>
    (await api.db.prisma.projectDeletion.findUniqueOrThrow({ where: { projectId: id } })).rowsDone;
  expect(await rowsOfDeletion(project)).toBe(await rowsOfDeletion(whole.project));
  const ends = { projectId: project.id, action: "project.deleted" };
  expect(await api.db.prisma.auditEvent.count({ where: ends })).toBe(1);
});

test("running training is cancelled first, and nothing is deleted before it ends", async () => {
  const { project, admin, jobId } = await aFullProject();
  await takeJob(api, jobId);
  await ask(admin, project);
  const rows = await left(project);
  expect(await eraseProjects(api.db)).toBe(0);
  expect((await rowOf(api, jobId)).state).toBe("cancelling");
  expect(await left(project)).toEqual(rows);
  await expireLease(api, jobId);
  await buryJobs(api.db);
  expect(await eraseProjects(api.db)).toBe(1);
  expect(await left(project)).toEqual([]);
});

test("a key for the project alone is revoked, and one for several loses it, so that neither opens all of them", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const admin = await api.aCaller(project, "admin");
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: admin.userId, role: "admin" },
  });
  const own = await api.aKey(admin.userId, { projectIds: [project.id] });
  const both = await api.aKey(admin.userId, { projectIds: [project.id, other.id] });
  await ask(admin, project);
  const projects = async (headers: Record<string, string>) => {
    const response = await api.send(null, { method: "GET", path: contract.listProjects.path, headers });
    const names = response.ok ? (await response.json()).projects : [];
    return [response.status, ...names.map((one: { project_id: string }) => one.project_id)];
  };
  expect(await projects(own)).toEqual([401]);
  expect(await projects(both)).toEqual([200, other.path]);
});

test("a path is free again when its project is gone: a program's next write makes a new one", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: admin.userId, isAdmin: true },
  });
  const batch = () => {
    const id = newId();
    const call = {
      project_id: project.path,
      id,
      trace_id: id,
      op_name: "op",
      started_at: "2026-01-01T00:00:00Z",
    };
    return { path: "/call/upsert_batch", body: { batch: [{ mode: "start", req: { start: call } }] } };
  };
  expect((await api.send(admin, batch())).status).toBe(200);
  await ask(admin, project);
  expect((await api.send(admin, batch())).status).toBe(403);
  const again = { path: "/projects", body: { entity: project.entity, name: project.name } };
  const refused = await api.send(null, { ...again, headers: api.sessionHeaders(admin) });
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    expect.stringContaining("still being deleted"),
  ]);
  await eraseProjects(api.db);
  expect((await api.send(admin, batch())).status).toBe(200);
  const made = await api.db.prisma.project.findFirstOrThrow({ where: { entityName: project.entity } });
  expect(made.id).not.toBe(project.id);
});
