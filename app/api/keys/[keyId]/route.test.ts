import { expect, test } from "vitest";
import { createKey, revokeKey } from "#lib/contract/access/keys.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function aNewKey(caller: Caller, projectIds: string[] = []): Promise<{ id: string; key: string }> {
  const body = { name: "ingest", scopes: ["read"], project_ids: projectIds };
  const response = await api.send(null, { path: createKey.path, body, headers: api.sessionHeaders(caller) });
  const { key, record } = await response.json();
  return { id: record.id, key };
}

routeGuarantees(api, revokeKey, async ({ caller }) => ({ key_id: (await aNewKey(caller)).id }));

function revoke(caller: Caller, id: string): Promise<Response> {
  return api.send(null, { method: "DELETE", path: `/keys/${id}`, headers: api.sessionHeaders(caller) });
}

test("a revoked key is refused from the next request on; revoking again changes nothing", async () => {
  const caller = await api.aCaller(await api.aProject());
  const { id, key } = await aNewKey(caller);
  const use = () =>
    api.send(null, { method: "GET", path: "/me", headers: { authorization: `Bearer ${key}` } });
  expect((await use()).status).toBe(200);
  expect((await revoke(caller, id)).status).toBe(200);
  expect((await use()).status).toBe(401);
  expect((await revoke(caller, id)).status).toBe(200);
  const events = await api.db.prisma.auditEvent.findMany({ where: { target: id, action: "key.revoked" } });
  expect(events).toMatchObject([{ actorUserId: caller.userId, details: { owner: caller.userId } }]);
});

test("the key of another person is answered as if it were missing", async () => {
  const [owner, stranger] = [await api.aCaller(await api.aProject()), await api.aCaller()];
  const { id } = await aNewKey(owner);
  const [foreign, missing] = [await revoke(stranger, id), await revoke(stranger, "no-such-key")];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(await foreign.text()).toBe(await missing.text());
});

test("an admin revokes keys that act in administered projects alone", async () => {
  const [project, other] = [await api.aProject(), await api.aProject()];
  const admin = await api.aCaller(project, "admin");
  const engineer = await api.aCaller(project);
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: engineer.userId, role: "engineer" },
  });
  const here = await aNewKey(engineer, [project.path]);
  const both = await aNewKey(engineer, [project.path, other.path]);
  const everywhere = await aNewKey(engineer);
  expect((await revoke(admin, here.id)).status).toBe(200);
  expect((await revoke(admin, both.id)).status).toBe(404);
  expect((await revoke(admin, everywhere.id)).status).toBe(404);
});
