import { expect, test } from "vitest";
import { getMe } from "#lib/contract/access/accounts.ts";
import { resetPassword } from "#lib/contract/access/people.ts";
import { aPerson, asPage, TestBrowser } from "#lib/testing/data/accounts.ts";
import { aPasswordReset } from "#lib/testing/data/password-resets.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const PASSWORD = "staple that stays put";

routeGuarantees(api, resetPassword, async () => ({
  token: await aPasswordReset(api, (await aPerson(api)).id),
  password: PASSWORD,
}));

function reset(token: string, password = PASSWORD): Promise<Response> {
  return api.send(null, { path: resetPassword.path, body: { token, password } });
}

test("a link replaces the password once, ends the sessions, and is in the audit log", async () => {
  const person = await aPerson(api, { mustChangePassword: true });
  const before = new TestBrowser();
  await before.signIn(person.email);
  const token = await aPasswordReset(api, person.id);
  expect((await reset(token, "passwordpassword")).status).toBe(422);
  expect((await reset(token, person.email)).status).toBe(422);
  const answers = await Promise.all([reset(token), reset(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const mine = await api.send(null, { method: "GET", path: getMe.path, headers: asPage(api, before) });
  expect(mine.status).toBe(401);
  expect((await new TestBrowser().signIn(person.email)).status).toBe(401);
  const after = new TestBrowser();
  expect((await after.signIn(person.email, PASSWORD)).status).toBe(200);
  const me = await api.send(null, { method: "GET", path: getMe.path, headers: asPage(api, after) });
  expect(await me.json()).toMatchObject({ must_change_password: false });
  const event = await api.db.prisma.auditEvent.findFirstOrThrow({
    where: { action: "password.reset", target: person.id },
  });
  expect(event.actorUserId).toBe(person.id);
});
