import { describe, expect, test } from "vitest";
import { acceptInvitation } from "#lib/contract/access/members.ts";
import { anInvitation, aPerson, asPage, TEST_PASSWORD, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const NEWCOMER = { name: "Grace", password: "staple that stays put" };

routeGuarantees(api, acceptInvitation, async ({ project }) => ({
  token: (await anInvitation(api, project)).token,
  ...NEWCOMER,
}));

function accept(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
  return api.send(null, { path: acceptInvitation.path, body, headers });
}

async function roleIn(projectId: string, email: string): Promise<string | undefined> {
  const member = await api.db.prisma.projectMember.findFirst({ where: { projectId, user: { email } } });
  return member?.role;
}

describe("a new address", () => {
  test("gets an account and the role, and can sign in", async () => {
    const project = await api.aProject();
    const { token, email } = await anInvitation(api, project);
    const response = await accept({ token, ...NEWCOMER });
    expect(await response.json()).toEqual({ email, project_id: project.path, role: "annotator" });
    const browser = new TestBrowser();
    expect((await browser.signIn(email, NEWCOMER.password)).status).toBe(200);
    const list = await api.send(null, { method: "GET", path: "/projects", headers: asPage(api, browser) });
    expect((await list.json()).projects).toMatchObject([{ project_id: project.path, role: "annotator" }]);
  });

  test("cannot choose more than the invitation offers", async () => {
    const project = await api.aProject();
    const { token, email } = await anInvitation(api, project);
    const extra = { role: "admin", email: "root@example.com", is_instance_admin: true, user_id: "me" };
    await accept({ token, ...NEWCOMER, ...extra });
    const user = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ isInstanceAdmin: false, mustChangePassword: false });
    expect(await roleIn(project.id, email)).toBe("annotator");
  });

  test.each([
    [{ password: NEWCOMER.password }, 400],
    [{ name: "Grace" }, 400],
    [{ name: "Grace", password: "short" }, 422],
    [{ name: "Grace", password: "passwordpassword" }, 422],
  ])("with %o is refused, and the invitation stays valid", async (given, status) => {
    const { token } = await anInvitation(api, await api.aProject());
    expect((await accept({ token, ...given })).status).toBe(status);
    expect((await accept({ token, ...NEWCOMER })).status).toBe(200);
  });
});

describe("an address with an account", () => {
  test("joins with the account's password, which stays what it was", async () => {
    const project = await api.aProject();
    const { email } = await aPerson(api);
    const { token } = await anInvitation(api, project, { email });
    expect((await accept({ token })).status).toBe(400);
    expect((await accept({ token, ...NEWCOMER })).status).toBe(400);
    expect(await roleIn(project.id, email)).toBe(undefined);
    expect((await accept({ token, password: TEST_PASSWORD })).status).toBe(200);
    expect(await roleIn(project.id, email)).toBe("annotator");
    expect((await new TestBrowser().signIn(email)).status).toBe(200);
  });

  test("joins by its own session without a password, but not by another account's session", async () => {
    const project = await api.aProject();
    const [invited, other] = [await aPerson(api), await aPerson(api)];
    const { token } = await anInvitation(api, project, { email: invited.email });
    const [own, foreign] = [new TestBrowser(), new TestBrowser()];
    await own.signIn(invited.email);
    await foreign.signIn(other.email);
    expect((await accept({ token }, asPage(api, foreign))).status).toBe(400);
    const elsewhere = { ...asPage(api, own), origin: "https://elsewhere.example" };
    expect((await accept({ token }, elsewhere)).status).toBe(400);
    expect((await accept({ token }, await api.aKey(invited.id))).status).toBe(400);
    expect((await accept({ token }, asPage(api, own))).status).toBe(200);
  });

  test("is not opened to guessing by an invitation", async () => {
    const { email } = await aPerson(api);
    const { token } = await anInvitation(api, await api.aProject(), { email });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await accept({ token, password: "a wild guess" })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await new TestBrowser().signIn(email)).status).toBe(200);
  });

  test("keeps a higher role that it has received since", async () => {
    const project = await api.aProject();
    const { id, email } = await aPerson(api);
    const { token } = await anInvitation(api, project, { email });
    await api.db.prisma.projectMember.create({
      data: { projectId: project.id, userId: id, role: "engineer" },
    });
    const response = await accept({ token, password: TEST_PASSWORD });
    expect(await response.json()).toMatchObject({ role: "engineer" });
  });
});

test("an invitation works once, also when it is accepted several times at once", async () => {
  const project = await api.aProject();
  const { token, email } = await anInvitation(api, project);
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept({ token, ...NEWCOMER })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await api.db.prisma.user.count({ where: { email } })).toBe(1);
});

test("expired and unknown tokens make no account", async () => {
  const project = await api.aProject();
  const { token, email } = await anInvitation(api, project, { expiresAt: new Date(Date.now() - 1000) });
  expect((await accept({ token, ...NEWCOMER })).status).toBe(404);
  expect(await api.db.prisma.user.count({ where: { email } })).toBe(0);
});

test("the new member is in the audit log as the one who accepted", async () => {
  const project = await api.aProject();
  const { token, email, id } = await anInvitation(api, project);
  await accept({ token, ...NEWCOMER });
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
  const events = await api.db.prisma.auditEvent.findMany({ where: { projectId: project.id } });
  expect(events).toMatchObject([{ action: "invitation.accepted", actorUserId: user.id, target: id }]);
});
