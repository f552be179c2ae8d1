import { expect, test } from "vitest";
import { createPasswordReset, resetPassword } from "#lib/contract/access/people.ts";
import { aPerson } from "#lib/testing/data/accounts.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Only for admins of the instance. */
async function asInstanceAdmin({ caller }: Pick<Place, "caller">): Promise<void> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
}

routeGuarantees(api, createPasswordReset, async (place) => {
  await asInstanceAdmin(place);
  return { user_id: (await aPerson(api)).id };
});

function ask(caller: Caller, userId: string): Promise<Response> {
  const path = createPasswordReset.path.replace("{user_id}", userId);
  return api.send(null, { path, body: {}, headers: api.sessionHeaders(caller) });
}

function use(token: string): Promise<Response> {
  return api.send(null, { path: resetPassword.path, body: { token, password: "staple that stays put" } });
}

async function anEntityAdmin(project: TestProject): Promise<Caller> {
  const admin = await api.aCaller();
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: admin.userId, isAdmin: true },
  });
  return admin;
}

/** Someone with a role in the project, and so a member of its entity. */
async function aMember(project: TestProject): Promise<Caller> {
  const member = await api.aCaller(project, "annotator");
  await api.db.prisma.entityMember.create({ data: { entityName: project.entity, userId: member.userId } });
  return member;
}

test("an admin of the server makes a link, which is nowhere in the database as it is; a new one replaces it", async () => {
  const admin = await api.aCaller(await api.aProject(), "admin");
  await asInstanceAdmin({ caller: admin });
  const person = await aPerson(api);
  const first = await (await ask(admin, person.id)).json();
  expect(first).toEqual({ email: person.email, token: expect.any(String), expires_at: expect.any(String) });
  const hoursLeft = (Date.parse(first.expires_at) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(23.9);
  expect(hoursLeft).toBeLessThanOrEqual(24);
  const second = await (await ask(admin, person.id)).json();
  expect((await use(first.token)).status).toBe(404);
  const rows = await api.db.pool.query(
    "select password_reset::text, encode(token_hash, 'escape') from password_reset",
  );
  expect(JSON.stringify(rows.rows)).not.toContain(second.token);
  const events = await api.db.prisma.auditEvent.findMany({ where: { target: person.id } });
  expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
    ["password_reset.created", admin.userId],
    ["password_reset.created", admin.userId],
  ]);
  expect(JSON.stringify(events)).not.toContain(second.token);
  expect((await use(second.token)).status).toBe(200);
});

test("an admin of an entity makes links for those who belong to it alone", async () => {
  const [own, foreign] = [await api.aProject(), await api.aProject()];
  const admin = await anEntityAdmin(own);
  const member = await aMember(own);
  expect((await ask(admin, member.userId)).status).toBe(200);

  const both = await aMember(own);
  await api.db.prisma.projectMember.create({
    data: { projectId: foreign.id, userId: both.userId, role: "viewer" },
  });
  const refused = await ask(admin, both.userId);
  expect([refused.status, (await refused.json()).detail]).toEqual([
    403,
    expect.stringContaining("ask an admin of the server"),
  ]);
  const inTwoEntities = await aMember(own);
  await api.db.prisma.entityMember.create({
    data: { entityName: foreign.entity, userId: inTwoEntities.userId },
  });
  expect((await ask(admin, inTwoEntities.userId)).status).toBe(403);

  const root = await aMember(own);
  await asInstanceAdmin({ caller: root });
  expect((await ask(admin, root.userId)).status).toBe(403);
  expect((await ask(admin, (await aMember(foreign)).userId)).status).toBe(404);
  expect((await ask(admin, (await aPerson(api)).id)).status).toBe(404);
  expect((await ask(admin, "nobody")).status).toBe(404);
});

test("an admin of a project, who may invite, makes no link", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  await api.db.prisma.entityMember.create({ data: { entityName: project.entity, userId: admin.userId } });
  expect((await ask(admin, (await aMember(project)).userId)).status).toBe(404);
});

test("a disabled account gets no link", async () => {
  const admin = await api.aCaller(await api.aProject(), "admin");
  await asInstanceAdmin({ caller: admin });
  const answer = await ask(admin, (await aPerson(api, { disabledAt: new Date() })).id);
  expect([answer.status, (await answer.json()).detail]).toEqual([
    409,
    expect.stringContaining("enable it first"),
  ]);
});
