import { expect, test } from "vitest";
import { readInvitation } from "#lib/contract/access/members.ts";
import { anInvitation } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, readInvitation, async ({ project }) => ({
  token: (await anInvitation(api, project)).token,
}));

function read(token: string): Promise<Response> {
  return api.send(null, { path: readInvitation.path, body: { token } });
}

test("the holder of the token learns what the invitation offers", async () => {
  const project = await api.aProject();
  const { token, email } = await anInvitation(api, project);
  expect(await (await read(token)).json()).toEqual({
    email,
    project_id: project.path,
    role: "annotator",
    invited_by: "a former member",
    expires_at: expect.any(String),
    has_account: false,
    is_disabled: false,
    reset_by: [],
  });
});

test("an invited address with an account is asked to use it, and sees who can reset a forgotten password", async () => {
  const project = await api.aProject();
  const { email, userId } = await api.aCaller();
  const { token } = await anInvitation(api, project, { email });
  const root = await api.aCaller();
  await api.db.prisma.user.update({ where: { id: root.userId }, data: { isInstanceAdmin: true } });
  expect(await (await read(token)).json()).toMatchObject({
    has_account: true,
    is_disabled: false,
    reset_by: [root.name],
  });
  await api.db.prisma.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
  expect(await (await read(token)).json()).toMatchObject({ has_account: true, is_disabled: true });
});

test("unknown, revoked and expired tokens are answered alike", async () => {
  const project = await api.aProject();
  const past = new Date(Date.now() - 1000);
  const revoked = await anInvitation(api, project, { revokedAt: past });
  const expired = await anInvitation(api, project, { expiresAt: past });
  const answers = [await read(revoked.token), await read(expired.token), await read("A".repeat(43))];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
});

test("a used token says that it was used", async () => {
  const { token } = await anInvitation(api, await api.aProject(), { acceptedAt: new Date() });
  const response = await read(token);
  expect(response.status).toBe(409);
  expect((await response.json()).detail).toBe(
    "This invitation was already used; sign in, or ask for a new one",
  );
});
