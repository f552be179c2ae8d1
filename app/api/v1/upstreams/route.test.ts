import { describe, expect, test } from "vitest";
import { createUpstream, listUpstreams } from "#lib/contract/models/upstreams.ts";
import { newId } from "#lib/platform/ids.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

/** Only for admins of the instance. */
async function asInstanceAdmin({ caller }: Pick<Place, "caller">): Promise<void> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
}

routeGuarantees(api, listUpstreams, async (place) => {
  await asInstanceAdmin(place);
  return { limit: 5 };
});

routeGuarantees(api, createUpstream, async (place) => {
  await asInstanceAdmin(place);
  return {
    name: `u-${newId()}`,
    base_url: "http://127.0.0.1:8000/v1",
    api_key: "sk-1",
    models: ["a"],
    allow_private: true,
  };
});

async function anAdmin(): Promise<Caller> {
  const caller = await api.aCaller(await api.aProject(), "admin");
  await asInstanceAdmin({ caller });
  return { ...caller, headers: bearerHeaders(caller.headers) };
}

const LOCAL = { base_url: "http://127.0.0.1:8000/v1", allow_private: true };

function post(caller: Caller, body: object) {
  return api.send(caller, { path: "/v1/upstreams", body: { name: `u-${newId()}`, ...LOCAL, ...body } });
}

test("an upstream is returned without its key, which the database never stores in plain text", async () => {
  const admin = await anAdmin();
  const name = `u-${newId()}`;
  const response = await post(admin, { name, api_key: "sk-canary", models: ["one", "two"] });
  expect(await response.json()).toEqual({
    id: expect.any(String),
    name,
    base_url: "http://127.0.0.1:8000/v1",
    has_key: true,
    models: ["one", "two"],
    allow_private: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const rows = await api.db.pool.query("select * from upstream where name = $1", [name]);
  expect(JSON.stringify(rows.rows)).not.toContain("sk-canary");
  expect(Buffer.from(rows.rows[0].sealed_key).includes("sk-canary")).toBe(false);
  const audit = await api.db.prisma.auditEvent.findFirstOrThrow({
    where: { action: "upstream.created", target: rows.rows[0].id },
  });
  expect(audit).toMatchObject({ actorUserId: admin.userId, details: { name, host: "127.0.0.1:8000" } });
});

test("the list is in the order of adding and continues after its cursor", async () => {
  const admin = await anAdmin();
  await api.db.prisma.upstream.deleteMany();
  const names: string[] = [];
  for (let i = 0; i < 3; i++) names.push((await (await post(admin, {})).json()).name);
  const first = await api.call(admin, listUpstreams, { limit: 2 });
  expect(first).toMatchObject({
    object: "list",
    hasMore: true,
    firstId: first.data[0]?.id,
    lastId: first.data[1]?.id,
  });
  const second = await api.call(admin, listUpstreams, { limit: 2, after: first.lastId });
  expect(second.hasMore).toBe(false);
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(names);
  await expect(api.call(admin, listUpstreams, { limit: 2, after: "nothing" })).rejects.toMatchObject({
    status: 422,
  });
});

test("nobody but an admin of the instance may, and by a key only one that manages all projects", async () => {
  const project = await api.aProject();
  const admin = await anAdmin();
  const narrow = [
    await api.aKey(admin.userId, { scopes: ["read", "write"] }),
    await api.aKey(admin.userId, { projectIds: [project.id] }),
  ];
  const callers: Caller[] = [
    await api.aCaller(project, "admin"),
    ...narrow.map((headers) => ({ ...admin, headers })),
  ];
  for (const caller of callers) {
    const headers = bearerHeaders(caller.headers);
    for (const [method, path] of [
      ["GET", "/v1/upstreams"],
      ["POST", "/v1/upstreams"],
      ["PUT", "/v1/upstreams/any"],
      ["DELETE", "/v1/upstreams/any"],
    ] as const) {
      const response = await api.send(null, { method, path, headers, body: { name: "x", ...LOCAL } });
      expect(response.status, `${method} ${path}`).toBe(403);
    }
  }
});

test("a name that another upstream or an entity has is a 409", async () => {
  const admin = await anAdmin();
  const { name } = await (await post(admin, {})).json();
  const { entity } = await api.aProject();
  for (const taken of [name, entity]) expect((await post(admin, { name: taken })).status).toBe(409);
});

describe("an address", () => {
  test.each([
    ["ftp://example.com", "must start with"],
    ["file:///etc/passwd", "must start with"],
    ["example.com/v1", "must start with"],
    ["https://user:secret@example.com/v1", "user or password"],
    ["https://8.8.8.8/v1?key=1", "must end with its path"],
    ["https://8.8.8.8/v1#here", "must end with its path"],
    ["http://8.8.8.8/v1", "use https"],
    ["https://no-such-host.invalid/v1", "cannot be found"],
    ["https://127.0.0.1/v1", "private network"],
    ["https://2130706433/v1", "private network"],
    ["https://0x7f.1/v1", "private network"],
    ["https://0177.0.0.1/v1", "private network"],
    ["https://localhost./v1", "Value error, the"],
    ["https://[::1]/v1", "private network"],
    ["https://[::ffff:10.0.0.1]/v1", "private network"],
    ["https://169.254.169.254/latest", "never allowed"],
    ["https://0.0.0.0/v1", "never allowed"],
  ])("such as %s is a 422 that says why", async (base_url, reason) => {
    const response = await post(await anAdmin(), { base_url, allow_private: false });
    expect(response.status).toBe(422);
    expect((await response.json()).detail).toEqual([
      { type: "value_error", loc: ["body", "base_url"], msg: expect.stringContaining(reason) },
    ]);
  });

  test.each(["http://169.254.169.254/v1", "http://[fd00:ec2::254]/v1", "http://0.0.0.0:8000/v1"])(
    "such as %s is refused even where private networks are allowed",
    async (base_url) => {
      expect((await post(await anAdmin(), { base_url, allow_private: true })).status).toBe(422);
    },
  );

  test("is kept without slashes at its end", async () => {
    const response = await post(await anAdmin(), { base_url: "http://LOCALHOST:8000/v1//" });
    expect((await response.json()).base_url).toBe("http://localhost:8000/v1");
  });
});
