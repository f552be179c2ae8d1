import { expect, test } from "vitest";
import { updateEntityMember } from "#lib/contract/access/people.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function join(project: TestProject, caller: Caller, isAdmin: boolean): Promise<void> {
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin },
  });
}

routeGuarantees(api, updateEntityMember, async ({ project, caller }) => {
  await join(project, caller, true);
  const member = await api.aCaller(project);
  await join(project, member, false);
  return { entity: project.entity, user_id: member.userId, is_admin: true };
});

function update(caller: Caller, entity: string, userId: string, isAdmin: boolean): Promise<Response> {
  const path = updateEntityMember.path.replace("{entity}", entity).replace("{user_id}", userId);
  const headers = api.sessionHeaders(caller);
  return api.send(null, { method: "PUT", path, body: { is_admin: isAdmin }, headers });
}

test("an admin of the entity makes a member admin, who then may do the same; the last one stays", async () => {
  const project = await api.aProject();
  const [admin, member] = [await api.aCaller(), await api.aCaller()];
  await join(project, admin, true);
  await join(project, member, false);
  expect((await update(member, project.entity, member.userId, true)).status).toBe(403);
  const granted = await update(admin, project.entity, member.userId, true);
  expect(await granted.json()).toEqual({ entity: project.entity, user_id: member.userId, is_admin: true });
  expect((await update(member, project.entity, admin.userId, false)).status).toBe(200);
  const last = await update(member, project.entity, member.userId, false);
  expect([last.status, (await last.json()).detail]).toEqual([409, expect.stringContaining("last admin")]);
  const events = await api.db.prisma.auditEvent.findMany({
    where: { action: { startsWith: "entity_admin" }, target: { in: [admin.userId, member.userId] } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, target, details }) => [action, target, details])).toEqual([
    ["entity_admin.granted", member.userId, { entity: project.entity }],
    ["entity_admin.revoked", admin.userId, { entity: project.entity }],
  ]);
});

test("an admin of one entity has no say in another, and brings in nobody from outside", async () => {
  const [own, foreign] = [await api.aProject(), await api.aProject()];
  const [admin, outsider] = [await api.aCaller(), await api.aCaller(foreign)];
  await join(own, admin, true);
  await join(foreign, outsider, false);
  expect((await update(admin, foreign.entity, outsider.userId, true)).status).toBe(403);
  expect((await update(admin, "no-such-entity", outsider.userId, true)).status).toBe(403);
  expect((await update(admin, own.entity, outsider.userId, true)).status).toBe(404);
  await api.db.prisma.user.update({ where: { id: admin.userId }, data: { isInstanceAdmin: true } });
  expect((await update(admin, own.entity, outsider.userId, true)).status).toBe(200);
  expect((await update(admin, "no-such-entity", outsider.userId, true)).status).toBe(404);
});
