import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { resetPassword } from "#lib/contract/access/people.ts";
import { env, SETTING_NAMES } from "#lib/platform/env.ts";
import { aPerson, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** Runs the command as a person at the machine does, on the database of this file. */
async function command(...args: string[]): Promise<{ code: number; text: string }> {
  const hidden = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  const variables = {
    ...process.env,
    ...hidden,
    DATABASE_URL: env().DATABASE_URL ?? "",
    NEXTAUTH_URL: "https://spindle.test",
  };
  return promisify(execFile)(process.execPath, ["scripts/reset-password.ts", ...args], {
    env: variables,
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
}

test("the command prints a link by which the account has a new password, and says that it was the command", async () => {
  const person = await aPerson(api);
  const { code, text } = await command(person.email.toUpperCase());
  expect(code, text).toBe(0);
  const token = /https:\/\/spindle\.test\/password-resets\/([\w-]{43})$/m.exec(text)?.[1];
  const body = { token, password: "staple that stays put" };
  expect((await api.send(null, { path: resetPassword.path, body })).status).toBe(200);
  expect((await new TestBrowser().signIn(person.email, body.password)).status).toBe(200);
  const event = await api.db.prisma.auditEvent.findFirstOrThrow({
    where: { action: "password_reset.created", target: person.id },
  });
  expect([event.actorUserId, event.details]).toEqual([null, { by: "the command line" }]);
});

test("the command says what is wrong with an address, and what to do", async () => {
  const disabled = await aPerson(api, { disabledAt: new Date() });
  expect(await command("nobody@example.com")).toEqual({
    code: 1,
    text: "No account has the address nobody@example.com; check how it is spelt.\n",
  });
  expect((await command(disabled.email)).text).toContain("is disabled");
  expect((await command()).text).toContain("npm run reset-password -- <e-mail>");
});
