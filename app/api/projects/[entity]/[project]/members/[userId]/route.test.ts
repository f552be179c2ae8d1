import { describe, expect, test } from "vitest";
import { removeMember, updateMember } from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function anotherMember({ project }: Place) {
  const { userId } = await api.aCaller(project, "viewer");
  return { entity: project.entity, project: project.name, user_id: userId };
}

routeGuarantees(api, updateMember, async (place) => ({ ...(await anotherMember(place)), role: "engineer" }));
routeGuarantees(api, removeMember, anotherMember);

type Change = { by: Caller; of: Caller; project: TestProject; role?: Role };

/** Gives a role, or takes the member out where none is given. */
function change({ by, of, project, role }: Change): Promise<Response> {
  return api.send(null, {
    method: role ? "PUT" : "DELETE",
    path: `/projects/${project.path}/members/${of.userId}`,
    headers: api.sessionHeaders(by),
    ...(role ? { body: { role } } : {}),
  });
}

async function adminsOf(project: TestProject): Promise<number> {
  return api.db.prisma.projectMember.count({ where: { projectId: project.id, role: "admin" } });
}

describe("updateMember", () => {
  test("a new role counts from the next request on", async () => {
    const project = await api.aProject();
    const [admin, person] = [await api.aCaller(project, "admin"), await api.aCaller(project, "viewer")];
    const write = () =>
      api.send(person, {
        path: createQueue.path,
        body: { ...createQueue.example, project_id: project.path, scorer_refs: [] },
      });
    expect((await write()).status).toBe(403);
    const response = await change({ by: admin, of: person, project, role: "engineer" });
    expect(await response.json()).toMatchObject({
      user_id: person.userId,
      role: "engineer",
      source: "project",
    });
    expect((await write()).status).toBe(200);
    await change({ by: admin, of: person, project, role: "viewer" });
    expect((await write()).status).toBe(403);
  });

  test("a change of role is in the audit log, a repeat is not", async () => {
    const project = await api.aProject();
    const [admin, person] = [await api.aCaller(project, "admin"), await api.aCaller(project, "viewer")];
    for (let i = 0; i < 2; i++) await change({ by: admin, of: person, project, role: "annotator" });
    const events = await api.db.prisma.auditEvent.findMany({
      where: { projectId: project.id, action: "member.role_changed" },
    });
    expect(events).toMatchObject([
      { actorUserId: admin.userId, target: person.userId, details: { before: "viewer", role: "annotator" } },
    ]);
  });
});

describe("the last admin of a project", () => {
  test("can neither be demoted nor removed, not even by the instance admin", async () => {
    const project = await api.aProject();
    const admin = await api.aCaller(project, "admin");
    const root = await api.aCaller();
    await api.db.prisma.user.update({ where: { id: root.userId }, data: { isInstanceAdmin: true } });
    for (const by of [admin, root]) {
      expect((await change({ by, of: admin, project, role: "engineer" })).status).toBe(409);
      const removal = await change({ by, of: admin, project });
      expect(removal.status).toBe(409);
      expect((await removal.json()).detail).toBe(
        "This is the last admin of the project; make another member admin first",
      );
    }
    expect((await change({ by: admin, of: admin, project, role: "admin" })).status).toBe(200);
  });

  test("is also who remains beside a disabled one", async () => {
    const project = await api.aProject();
    const [admin, disabled] = [await api.aCaller(project, "admin"), await api.aCaller(project, "admin")];
    await api.db.prisma.user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } });
    expect((await change({ by: admin, of: admin, project })).status).toBe(409);
    expect((await change({ by: admin, of: disabled, project })).status).toBe(200);
  });

  test("is kept when all admins remove each other at once", async () => {
    const project = await api.aProject();
    const admins = await Promise.all(Array.from({ length: 4 }, () => api.aCaller(project, "admin")));
    await Promise.all(admins.map((by, i) => change({ by, of: admins[(i + 1) % 4] ?? by, project })));
    expect(await adminsOf(project)).toBeGreaterThanOrEqual(1);
  });
});

describe("removeMember", () => {
  test("a removed member is a stranger from the next request on", async () => {
    const project = await api.aProject();
    const [admin, person] = [await api.aCaller(project, "admin"), await api.aCaller(project, "engineer")];
    expect((await change({ by: admin, of: person, project })).status).toBe(200);
    for (const headers of [person.headers, api.sessionHeaders(person)]) {
      const response = await api.send(null, {
        path: createQueue.path,
        body: { ...createQueue.example, project_id: project.path, scorer_refs: [] },
        headers,
      });
      expect(response.status).toBe(403);
    }
    expect((await change({ by: admin, of: person, project })).status).toBe(404);
  });

  test("someone whose role comes from the entity is not a member to be removed", async () => {
    const project = await api.aProject();
    const [admin, other] = [await api.aCaller(project, "admin"), await api.aCaller()];
    await api.db.prisma.entityMember.create({
      data: { entityName: project.entity, userId: other.userId, isAdmin: true },
    });
    expect((await change({ by: admin, of: other, project })).status).toBe(404);
  });
});
