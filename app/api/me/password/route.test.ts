import { expect, test } from "vitest";
import { verifyPassword } from "#lib/access/passwords/password.ts";
import { changePassword } from "#lib/contract/access/accounts.ts";
import { aPerson, asPage, setPassword, TEST_PASSWORD, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const NEW_PASSWORD = "staple that stays put";

routeGuarantees(api, changePassword, {
  countsRefusals: true,
  prepare: async ({ caller }) => {
    await setPassword(api, caller.userId);
    return { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  },
});

function change(
  browser: TestBrowser,
  newPassword: string,
  currentPassword = TEST_PASSWORD,
): Promise<Response> {
  const body = { current_password: currentPassword, new_password: newPassword };
  return api.send(null, { path: changePassword.path, body, headers: asPage(api, browser) });
}

async function signedIn(extra: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(api, extra);
  const browser = new TestBrowser();
  await browser.signIn(person.email);
  return { person, browser };
}

test("a changed password ends every session, and the new one opens the next", async () => {
  const { person, browser } = await signedIn({ mustChangePassword: true });
  const elsewhere = new TestBrowser();
  await elsewhere.signIn(person.email);
  expect((await change(browser, NEW_PASSWORD)).status).toBe(200);
  for (const old of [browser, elsewhere]) {
    const response = await api.send(null, { method: "GET", path: "/me", headers: asPage(api, old) });
    expect(response.status).toBe(401);
  }
  expect((await browser.signIn(person.email)).status).toBe(401);
  expect((await browser.signIn(person.email, NEW_PASSWORD)).status).toBe(200);
  const me = await api.send(null, { method: "GET", path: "/me", headers: asPage(api, browser) });
  expect(await me.json()).toMatchObject({ must_change_password: false });
});

test("a wrong current password changes nothing, and guessing it is slowed down", async () => {
  const { person, browser } = await signedIn();
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await change(browser, NEW_PASSWORD, "a wild guess")).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  const { passwordHash } = await api.db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect(await verifyPassword(TEST_PASSWORD, passwordHash)).toBe(true);
});

test.each([
  ["short", "elevenchars", "String should have at least 12 characters"],
  ["common", "Password1234!", /^Value error, password is one of the first/],
  ["the current one", TEST_PASSWORD, "Value error, the new password is the current one"],
  ["too many bytes", "🙂".repeat(300), "Value error, password may have at most 1024 bytes"],
])("a new password that is %s is refused at its field", async (_, password, msg) => {
  const { browser } = await signedIn();
  const response = await change(browser, password);
  expect(response.status).toBe(422);
  const { detail } = await response.json();
  expect(detail).toEqual([
    { type: expect.any(String), loc: ["body", "new_password"], msg: expect.stringMatching(msg) },
  ]);
});

test("a changed password is in the audit log, the password is not", async () => {
  const { person, browser } = await signedIn();
  await change(browser, NEW_PASSWORD);
  const events = await api.db.prisma.auditEvent.findMany({ where: { actorUserId: person.id } });
  expect(events.map(({ action }) => action)).toContain("password.changed");
  expect(JSON.stringify(events)).not.toContain(NEW_PASSWORD);
});
