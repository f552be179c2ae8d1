import { expect, test } from "vitest";
import { getMe } from "#lib/contract/access/accounts.ts";
import { listAccounts } from "#lib/contract/access/people.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aPerson, asPage, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Only for admins of the instance. */
async function asInstanceAdmin({ caller }: Pick<Place, "caller">): Promise<void> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
}

routeGuarantees(api, listAccounts, async (place) => {
  await asInstanceAdmin(place);
  return {};
});

test("the list says of each account what it is, where it belongs and when it was here last", async () => {
  const project = await api.aProject();
  const admin = await api.aCaller(project, "admin");
  await asInstanceAdmin({ caller: admin });
  const list = async () => {
    const response = await api.send(null, {
      method: "GET",
      path: listAccounts.path,
      headers: api.sessionHeaders(admin),
    });
    return (await response.json()).accounts;
  };
  const person = await aPerson(api);
  await api.db.prisma.entityMember.create({ data: { entityName: project.entity, userId: person.id } });
  await api.db.prisma.projectMember.create({
    data: { projectId: project.id, userId: person.id, role: "viewer" },
  });
  const of = (accounts: { user_id: string }[]) => accounts.find((one) => one.user_id === person.id);
  const before = of(await list());
  expect(before).toEqual({
    user_id: person.id,
    email: person.email,
    name: "A person",
    is_instance_admin: false,
    is_disabled: false,
    created_at: expect.any(String),
    entities: [{ name: project.entity, is_admin: false }],
    projects: [{ project_id: project.path, role: "viewer" }],
    keys: 0,
  });
  await new TestBrowser().signIn(person.email);
  await api.aKey(person.id);
  expect(of(await list())).toMatchObject({ last_seen_at: expect.any(String), keys: 1 });
  await api.db.query(
    sql`update app_user set last_seen_at = now() - interval '1 day' where id = ${person.id}`,
  );
  const key = await api.aKey(person.id);
  await api.send(null, { method: "GET", path: getMe.path, headers: key });
  const { last_seen_at } = of(await list()) as unknown as { last_seen_at: string };
  expect(Date.now() - Date.parse(last_seen_at)).toBeLessThan(3_600_000);
});

test("a caller who is not an admin of the instance sees no accounts", async () => {
  const browser = new TestBrowser();
  await browser.signIn((await aPerson(api)).email);
  const response = await api.send(null, {
    method: "GET",
    path: listAccounts.path,
    headers: asPage(api, browser),
  });
  expect(response.status).toBe(403);
  expect((await response.json()).detail).toContain("Only admins of this server");
});
