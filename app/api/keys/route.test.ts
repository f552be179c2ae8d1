import { describe, expect, test } from "vitest";
import { createKey, listKeys } from "#lib/contract/access/keys.ts";
import { KEY_SCOPES, ROLES, type Role } from "#lib/contract/access.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, listKeys);
routeGuarantees(api, createKey);

function create(caller: Caller, body: Record<string, unknown>): Promise<Response> {
  const whole = { name: "ingest", scopes: ["read"], ...body };
  return api.send(null, { path: createKey.path, body: whole, headers: api.sessionHeaders(caller) });
}

async function list(caller: Caller, project?: TestProject) {
  const query = project ? `?project_id=${encodeURIComponent(project.path)}` : "";
  const path = `${listKeys.path}${query}`;
  return api.send(null, { method: "GET", path, headers: api.sessionHeaders(caller) });
}

async function prefixesIn(response: Response): Promise<string[]> {
  const { keys } = await response.json();
  return keys.map(({ prefix }: { prefix: string }) => prefix);
}

describe("createKey", () => {
  test("keeps no answer under an Idempotency-Key, which would hold the secret", async () => {
    const caller = await api.aCaller(await api.aProject(), "engineer");
    const headers = { ...api.sessionHeaders(caller), "idempotency-key": "again" };
    const body = { name: "ingest", scopes: ["read"] };
    const made = async () =>
      (await (await api.send(null, { path: createKey.path, body, headers })).json()).key;
    expect(await made()).not.toBe(await made());
    expect(await api.db.prisma.idempotencyRecord.count()).toBe(0);
  });

  test("its first use, and no earlier moment, is when it was last used", async () => {
    const caller = await api.aCaller(await api.aProject(), "engineer");
    const { key, record } = await (await create(caller, {})).json();
    const lastUse = async () => {
      const { keys } = await (await list(caller)).json();
      return keys.find(({ id }: { id: string }) => id === record.id)?.last_used_at;
    };
    expect(await lastUse()).toBeUndefined();
    const headers = { authorization: `Bearer ${key}` };
    expect((await api.send(null, { method: "GET", path: "/me", headers })).status).toBe(200);
    expect(await lastUse()).toEqual(expect.any(String));
  });

  test("shows the key once; it works as Bearer and as the password of Basic", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "engineer");
    const response = await create(caller, { project_ids: [project.path], expires_in_days: 30 });
    const { key, record } = await response.json();
    expect(key).toMatch(/^local-[0-9A-Za-z]{40}$/);
    expect(record).toEqual({
      id: expect.any(String),
      name: "ingest",
      prefix: key.slice(0, "local-".length + 10),
      user_id: caller.userId,
      user_name: caller.name,
      scopes: ["read"],
      project_ids: [project.path],
      created_at: expect.any(String),
      expires_at: expect.any(String),
      can_revoke: true,
    });
    const days = (Date.parse(record.expires_at) - Date.parse(record.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const basic = Buffer.from(`anyone:${key}`).toString("base64");
    for (const authorization of [`Bearer ${key}`, `Basic ${basic}`]) {
      const me = await api.send(null, { method: "GET", path: "/me", headers: { authorization } });
      expect(await me.json()).toMatchObject({ user_id: caller.userId, key_scopes: ["read"] });
    }
    expect(await (await list(caller)).text()).not.toContain(key);
    const stored = await api.db.pool.query("select t::text as row from api_key t where id = $1", [record.id]);
    expect(stored.rows[0].row).not.toContain(key.slice(16, 40));
  });

  test("is written down in the audit log without the key", async () => {
    const caller = await api.aCaller(await api.aProject());
    const { key, record } = await (await create(caller, {})).json();
    const events = await api.db.prisma.auditEvent.findMany({ where: { target: record.id } });
    expect(events).toMatchObject([
      { action: "key.created", actorUserId: caller.userId, details: { scopes: "read" } },
    ]);
    expect(JSON.stringify(events)).not.toContain(key.slice(16));
  });

  const COVERED: { [R in Role]: readonly string[] } = {
    viewer: ["read"],
    annotator: ["read", "annotate"],
    engineer: ["read", "write", "annotate", "manage"],
    admin: ["read", "write", "annotate", "manage"],
  };
  test.each(ROLES.flatMap((role) => KEY_SCOPES.map((scope) => [role, scope] as const)))(
    "a %s gets a key for %s only where the role covers it",
    async (role, scope) => {
      const project = await api.aProject();
      const caller = await api.aCaller(project, role);
      const expected = COVERED[role].includes(scope) ? 200 : 403;
      expect((await create(caller, { scopes: [scope], project_ids: [project.path] })).status).toBe(expected);
      expect((await create(caller, { scopes: [scope] })).status).toBe(expected);
    },
  );

  test("a foreign and an unknown project are refused alike", async () => {
    const [own, foreign] = [await api.aProject(), await api.aProject()];
    const caller = await api.aCaller(own, "admin");
    const theirs = await create(caller, { project_ids: [own.path, foreign.path] });
    const nowhere = await create(caller, { project_ids: ["no/where"] });
    expect([theirs.status, nowhere.status]).toEqual([403, 403]);
    expect((await theirs.json()).detail.replace(foreign.path, "P")).toBe(
      (await nowhere.json()).detail.replace("no/where", "P"),
    );
    expect(await api.db.prisma.apiKey.count({ where: { userId: caller.userId, name: "ingest" } })).toBe(0);
  });

  test("a role in one project is no reason for a scope in another", async () => {
    const [strong, weak] = [await api.aProject(), await api.aProject()];
    const caller = await api.aCaller(strong, "engineer");
    await api.db.prisma.projectMember.create({
      data: { projectId: weak.id, userId: caller.userId, role: "viewer" },
    });
    const both = { scopes: ["write"], project_ids: [strong.path, weak.path] };
    expect((await create(caller, both)).status).toBe(403);
    expect((await create(caller, { ...both, project_ids: [strong.path] })).status).toBe(200);
  });

  test("no key is made with a key", async () => {
    const caller = await api.aCaller(await api.aProject(), "admin");
    const response = await api.send(caller, { path: createKey.path, body: createKey.example });
    expect(response.status).toBe(401);
  });

  test.each([{ scopes: [] }, { scopes: ["root"] }, { expires_in_days: 0 }, { name: "" }])(
    "%o is refused",
    async (wrong) => {
      const caller = await api.aCaller(await api.aProject());
      expect((await create(caller, wrong)).status).toBe(422);
    },
  );
});

describe("a key", () => {
  test("loses with its user's role what the role allowed", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "engineer");
    const { key } = await (await create(caller, { scopes: ["read", "write"] })).json();
    const projects = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await (await api.send(null, { method: "GET", path: "/projects", headers })).json()).projects;
    };
    expect(await projects()).toHaveLength(1);
    await api.db.prisma.projectMember.deleteMany({ where: { userId: caller.userId } });
    expect(await projects()).toHaveLength(0);
  });
});

describe("listKeys", () => {
  test("everyone sees their own keys, newest first, and no revoked one", async () => {
    const [caller, other] = [
      await api.aCaller(await api.aProject()),
      await api.aCaller(await api.aProject()),
    ];
    const { record: first } = await (await create(caller, { name: "first" })).json();
    const { record: second } = await (await create(caller, { name: "second" })).json();
    await create(other, {});
    const path = `/keys/${first.id}`;
    await api.send(null, { method: "DELETE", path, headers: api.sessionHeaders(caller) });
    const { keys } = await (await list(caller)).json();
    expect(keys.map((key: { name: string }) => key.name)).toEqual(["second", "test"]);
    expect(keys[0].id).toBe(second.id);
  });

  test("a key of the instance's admin is shown to a project's admin only where it names the project", async () => {
    const project = await api.aProject();
    const admin = await api.aCaller(project, "admin");
    const instance = await api.aCaller(project, "engineer");
    await api.db.prisma.user.update({ where: { id: instance.userId }, data: { isInstanceAdmin: true } });
    await api.db.prisma.apiKey.deleteMany({ where: { userId: { in: [admin.userId, instance.userId] } } });
    const prefixes: string[] = [];
    for (const project_ids of [[], [project.path]])
      prefixes.push((await (await create(instance, { project_ids })).json()).record.prefix);
    expect(await prefixesIn(await list(admin, project))).toEqual([prefixes[1]]);
    expect(await prefixesIn(await list(instance, project))).toEqual([prefixes[1], prefixes[0]]);
  });

  test("admins see the keys that may act in their project, others are refused", async () => {
    const [project, other] = [await api.aProject(), await api.aProject()];
    const admin = await api.aCaller(project, "admin");
    const engineer = await api.aCaller(project, "engineer");
    await api.db.prisma.apiKey.deleteMany({ where: { userId: { in: [admin.userId, engineer.userId] } } });
    await api.db.prisma.projectMember.create({
      data: { projectId: other.id, userId: engineer.userId, role: "engineer" },
    });
    const prefixes: string[] = [];
    for (const project_ids of [[project.path], [], [other.path]])
      prefixes.push((await (await create(engineer, { project_ids })).json()).record.prefix);
    const seen = await (await list(admin, project)).json();
    expect(seen.keys.map((key: { prefix: string }) => key.prefix)).toEqual([prefixes[1], prefixes[0]]);
    expect(seen.keys.map((key: { can_revoke: boolean }) => key.can_revoke)).toEqual([false, true]);
    expect((await list(engineer, project)).status).toBe(403);
    expect(await prefixesIn(await list(engineer))).toHaveLength(3);
  });
});
