import { expect, test } from "vitest";
import { revokeMySessions } from "#lib/contract/access/accounts.ts";
import { aPerson, asPage, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, revokeMySessions, async ({ caller }) => {
  // Each request of the guarantees may come twice from one cookie; only the version that it carries counts.
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { sessionVersion: 0 } });
  return {};
});

test("signing out everywhere ends this session and all others, but no one else's", async () => {
  const [person, neighbour] = [await aPerson(api), await aPerson(api)];
  const [here, there, other] = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
  await here.signIn(person.email);
  await there.signIn(person.email);
  await other.signIn(neighbour.email);
  const request = { path: revokeMySessions.path, body: {}, headers: asPage(api, here) };
  expect((await api.send(null, request)).status).toBe(200);
  const statuses: number[] = [];
  for (const browser of [here, there, other])
    statuses.push(
      (await api.send(null, { method: "GET", path: "/me", headers: asPage(api, browser) })).status,
    );
  expect(statuses).toEqual([401, 401, 200]);
});
