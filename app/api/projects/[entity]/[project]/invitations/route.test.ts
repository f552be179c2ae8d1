import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createInvitation, INVITATION_HOURS, listInvitations } from "#lib/contract/access/members.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, listInvitations);
routeGuarantees(api, createInvitation);

function invite(project: TestProject, by: Caller, email: string): Promise<Response> {
  const path = `/projects/${project.path}/invitations`;
  return api.send(null, { path, body: { email, role: "annotator" }, headers: api.sessionHeaders(by) });
}

async function aProjectWithAdmin(): Promise<{ project: TestProject; admin: Caller }> {
  const project = await api.aProject();
  return { project, admin: await api.aCaller(project, "admin") };
}

describe("createInvitation", () => {
  test("gives the token once, for as long as it says, and stores nothing that could open the invitation", async () => {
    const { project, admin } = await aProjectWithAdmin();
    const response = await invite(project, admin, "Grace@Example.com");
    const { invitation, token } = await response.json();
    expect(invitation).toEqual({
      id: expect.any(String),
      email: "grace@example.com",
      role: "annotator",
      state: "pending",
      created_by: admin.name,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const hours = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(INVITATION_HOURS, 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    const row = await api.db.prisma.invitation.findUniqueOrThrow({ where: { id: invitation.id } });
    expect(Buffer.from(row.tokenHash)).toEqual(createHash("sha256").update(token).digest());
    const list = await api.send(null, {
      method: "GET",
      path: `/projects/${project.path}/invitations`,
      headers: api.sessionHeaders(admin),
    });
    expect(await list.text()).not.toContain(token);
  });

  test("a second invitation of the same address takes the first one back", async () => {
    const { project, admin } = await aProjectWithAdmin();
    await invite(project, admin, "grace@example.com");
    await invite(project, admin, "GRACE@example.com");
    const { invitations } = await (
      await api.send(null, {
        method: "GET",
        path: `/projects/${project.path}/invitations`,
        headers: api.sessionHeaders(admin),
      })
    ).json();
    expect(invitations.map((one: { state: string }) => one.state)).toEqual(["pending", "revoked"]);
  });

  test("a member is not invited again", async () => {
    const { project, admin } = await aProjectWithAdmin();
    expect((await invite(project, admin, admin.email)).status).toBe(409);
  });

  test.each(["no address", "a@b@c", "grace＠example.com", "ｇrace@example.com", "gra\u200bce@example.com"])(
    "'%s' is not an address to invite",
    async (email) => {
      const { project, admin } = await aProjectWithAdmin();
      const response = await invite(project, admin, email);
      expect(response.status).toBe(422);
      expect((await response.json()).detail[0].loc).toEqual(["body", "email"]);
    },
  );

  test("is written down in the audit log without the token", async () => {
    const { project, admin } = await aProjectWithAdmin();
    const { token } = await (await invite(project, admin, "grace@example.com")).json();
    const events = await api.db.prisma.auditEvent.findMany({ where: { projectId: project.id } });
    expect(events).toMatchObject([{ action: "invitation.created", actorUserId: admin.userId }]);
    expect(JSON.stringify(events)).not.toContain(token);
  });
});
