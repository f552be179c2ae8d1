import { expect, test } from "vitest";
import { readPasswordReset } from "#lib/contract/access/people.ts";
import { aPerson } from "#lib/testing/data/accounts.ts";
import { aPasswordReset } from "#lib/testing/data/password-resets.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, readPasswordReset, async () => ({
  token: await aPasswordReset(api, (await aPerson(api)).id),
}));

const PAST = new Date(Date.now() - 1000);

test.each([
  ["is unknown", null, 404],
  ["has expired", { expiresAt: PAST }, 404],
  ["was replaced by another one", { revokedAt: PAST }, 404],
  ["was used", { usedAt: PAST }, 409],
])("a link that %s opens nothing", async (_, row, status) => {
  const token = row ? await aPasswordReset(api, (await aPerson(api)).id, row) : "no-such-token";
  expect((await api.send(null, { path: readPasswordReset.path, body: { token } })).status).toBe(status);
});

test("a link of a disabled account is invalid, and a good one names its account", async () => {
  const disabled = await aPerson(api, { disabledAt: new Date() });
  const dead = await aPasswordReset(api, disabled.id);
  expect((await api.send(null, { path: readPasswordReset.path, body: { token: dead } })).status).toBe(404);
  const person = await aPerson(api);
  const token = await aPasswordReset(api, person.id);
  const answer = await api.send(null, { path: readPasswordReset.path, body: { token } });
  expect(await answer.json()).toEqual({ email: person.email, expires_at: expect.any(String) });
});
