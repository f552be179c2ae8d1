import { expect, test } from "vitest";
import { revokeInvitation } from "#lib/contract/access/members.ts";
import { anInvitation } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, revokeInvitation, async ({ project }) => ({
  entity: project.entity,
  project: project.name,
  invitation_id: (await anInvitation(api, project)).id,
}));

test("a revoked invitation opens nothing; revoking it again changes nothing", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  const { id, token } = await anInvitation(api, project);
  const revoke = () =>
    api.send(null, {
      method: "DELETE",
      path: `/projects/${project.path}/invitations/${id}`,
      headers: api.sessionHeaders(admin),
    });
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).status).toBe(200);
  expect((await api.send(null, { path: "/invitations/read", body: { token } })).status).toBe(404);
  const events = await api.db.prisma.auditEvent.findMany({ where: { target: id } });
  expect(events.map(({ action }) => action)).toEqual(["invitation.revoked"]);
});

test("an accepted invitation cannot be revoked", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  const { id } = await anInvitation(api, project, { acceptedAt: new Date() });
  const path = `/projects/${project.path}/invitations/${id}`;
  const response = await api.send(null, { method: "DELETE", path, headers: api.sessionHeaders(admin) });
  expect(response.status).toBe(409);
});
