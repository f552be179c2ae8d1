import { describe, expect, test } from "vitest";
import { getMe } from "#lib/contract/access/accounts.ts";
import { updateAccount } from "#lib/contract/access/people.ts";
import { followProject } from "#lib/contract/traces/live.ts";
import { aPerson, setPassword, TestBrowser } from "#lib/testing/data/accounts.ts";
import { aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Only for admins of the instance. */
async function asInstanceAdmin({ caller }: Pick<Place, "caller">): Promise<void> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
}

routeGuarantees(api, updateAccount, async (place) => {
  await asInstanceAdmin(place);
  return { user_id: (await aPerson(api)).id, is_disabled: true };
});

async function anAdmin(): Promise<Caller> {
  const caller = await api.aCaller(await api.aProject(), "admin");
  await asInstanceAdmin({ caller });
  return caller;
}

function update(caller: Caller, userId: string, body: object): Promise<Response> {
  const path = updateAccount.path.replace("{user_id}", userId);
  return api.send(null, { method: "PUT", path, body, headers: api.sessionHeaders(caller) });
}

function auditOf(target: string) {
  return api.db.prisma.auditEvent.findMany({ where: { target }, orderBy: { id: "asc" } });
}

describe("an account that is disabled", () => {
  test("loses its sessions, keys, streams and items at once, and has its keys and roles again when it is enabled", async () => {
    const admin = await anAdmin();
    const { project, queueId, items } = await aQueueWithItems(api, 1);
    const person = await api.aCaller(project, "engineer");
    await setPassword(api, person.userId);
    await api.db.prisma.itemReservation.create({
      data: {
        projectId: project.id,
        queueId,
        itemId: items[0]?.id ?? "",
        annotatorId: person.userId,
        expiresAt: new Date(Date.now() + 600_000),
      },
    });
    const path = followProject.path.replace("{entity}", project.entity).replace("{project}", project.name);
    const stream = await api.send(null, { method: "GET", path, headers: api.sessionHeaders(person) });
    expect(stream.status).toBe(200);
    const statuses = async () =>
      Promise.all(
        [person.headers, api.sessionHeaders(person)].map(
          async (headers) => (await api.send(null, { method: "GET", path: getMe.path, headers })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);

    const answer = await update(admin, person.userId, { is_disabled: true });
    expect(await answer.json()).toMatchObject({ is_disabled: true, disabled_at: expect.any(String) });
    expect(await statuses()).toEqual([401, 401]);
    // Otherwise it would never end, and neither would the test.
    await new Response(stream.body).text();
    expect(await api.db.prisma.itemReservation.count({ where: { annotatorId: person.userId } })).toBe(0);
    expect((await new TestBrowser().signIn(person.email)).status).toBe(401);

    expect(await (await update(admin, person.userId, { is_disabled: false })).json()).toMatchObject({
      is_disabled: false,
      projects: [{ project_id: project.path, role: "engineer" }],
    });
    expect(await statuses()).toEqual([200, 401]);
    expect((await new TestBrowser().signIn(person.email)).status).toBe(200);
    const actions = (await auditOf(person.userId)).map(({ action, actorUserId }) => [action, actorUserId]);
    expect(actions.slice(0, 2)).toEqual([
      ["account.disabled", admin.userId],
      ["account.enabled", admin.userId],
    ]);
  });

  test("is never one's own, and never the last active admin of the server", async () => {
    await api.db.prisma.user.updateMany({ data: { isInstanceAdmin: false } });
    const [one, other] = [await anAdmin(), await anAdmin()];
    const own = await update(one, one.userId, { is_disabled: true });
    expect([own.status, (await own.json()).detail]).toEqual([
      409,
      expect.stringContaining("your own account"),
    ]);
    const answers = await Promise.all([
      update(one, other.userId, { is_disabled: true }),
      update(other, one.userId, { is_disabled: true }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await api.db.prisma.user.count({ where: { isInstanceAdmin: true, disabledAt: null } })).toBe(1);
  });
});

describe("admin of the server", () => {
  test("is made and unmade, which ends the sessions that had the role", async () => {
    const admin = await anAdmin();
    const person = await api.aCaller(await api.aProject(), "viewer");
    const granted = await update(admin, person.userId, { is_instance_admin: true });
    expect(await granted.json()).toMatchObject({ is_instance_admin: true });
    expect((await update(person, admin.userId, {})).status).toBe(200);
    await update(admin, person.userId, { is_instance_admin: false });
    expect((await update(person, admin.userId, {})).status).toBe(401);
    const actions = (await auditOf(person.userId)).map(({ action }) => action);
    expect(actions).toEqual(["instance_admin.granted", "instance_admin.revoked"]);
  });

  test("is never taken from the last one", async () => {
    await api.db.prisma.user.updateMany({ data: { isInstanceAdmin: false } });
    const admin = await anAdmin();
    const answer = await update(admin, admin.userId, { is_instance_admin: false });
    expect([answer.status, (await answer.json()).detail]).toEqual([
      409,
      expect.stringContaining("last active admin"),
    ]);
  });
});

test("an account that does not exist is a 404, and a caller who is not an admin changes none", async () => {
  const admin = await anAdmin();
  expect((await update(admin, "nobody", { is_disabled: true })).status).toBe(404);
  const person = await api.aCaller(await api.aProject(), "admin");
  expect((await update(person, admin.userId, { is_disabled: true })).status).toBe(403);
  expect((await update(person, person.userId, { is_instance_admin: true })).status).toBe(403);
});
