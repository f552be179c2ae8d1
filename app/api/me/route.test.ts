import { describe, expect, test } from "vitest";
import { getMe, updateMe } from "#lib/contract/access/accounts.ts";
import { aPerson, asPage, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getMe);
routeGuarantees(api, updateMe);

describe("getMe", () => {
  test("with a key, the reply has its owner and permissions", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "engineer", ["read"]);
    const response = await api.send(caller, { method: "GET", path: "/me" });
    expect(await response.json()).toEqual({
      user_id: caller.userId,
      email: caller.email,
      name: caller.name,
      is_instance_admin: false,
      default_entity: project.entity,
      must_change_password: false,
      entities: [],
      key_bindings: {},
      credential: "key",
      key_scopes: ["read"],
    });
  });

  test("the instance admin administers every entity, others see their own", async () => {
    const [project, other] = [await api.aProject(), await api.aProject()];
    const caller = await api.aCaller(project);
    await api.db.prisma.entityMember.create({
      data: { entityName: project.entity, userId: caller.userId, isAdmin: false },
    });
    expect((await api.call(caller, getMe, {})).entities).toEqual([{ name: project.entity, isAdmin: false }]);
    await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
    const { entities } = await api.call(caller, getMe, {});
    expect(entities).toContainEqual({ name: other.entity, isAdmin: true });
    expect(entities).toContainEqual({ name: project.entity, isAdmin: true });
  });

  test("until a generated password is replaced, a session may only read itself; keys still work", async () => {
    const person = await aPerson(api, { mustChangePassword: true });
    const browser = new TestBrowser();
    await browser.signIn(person.email);
    const me = await api.send(null, { method: "GET", path: "/me", headers: asPage(api, browser) });
    expect(await me.json()).toMatchObject({ must_change_password: true });
    const refused = await api.send(null, { method: "GET", path: "/projects", headers: asPage(api, browser) });
    expect(refused.status).toBe(403);
    expect((await refused.json()).detail).toMatch(/^Choose a new password first/);
    const key = await api.aKey(person.id);
    expect((await api.send(null, { method: "GET", path: "/projects", headers: key })).status).toBe(200);
  });
});

describe("updateMe", () => {
  test("a name changes, and what is left out stays", async () => {
    const caller = await api.aCaller(await api.aProject());
    const headers = api.sessionHeaders(caller);
    const response = await api.send(null, { method: "PUT", path: "/me", body: { name: "Ada" }, headers });
    expect(await response.json()).toMatchObject({ name: "Ada", email: caller.email, credential: "session" });
  });

  test("the default entity can only be one's own", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project);
    const request = {
      method: "PUT",
      path: "/me",
      body: { default_entity: project.entity },
      headers: api.sessionHeaders(caller),
    };
    expect((await api.send(null, request)).status).toBe(400);
    await api.db.prisma.entityMember.create({
      data: { entityName: project.entity, userId: caller.userId },
    });
    expect((await api.send(null, request)).status).toBe(200);
  });

  test("who one is cannot be set by the way", async () => {
    const caller = await api.aCaller(await api.aProject());
    const body = { name: "Eve", is_instance_admin: true, email: "root@example.com", user_id: "someone" };
    const headers = api.sessionHeaders(caller);
    await api.send(null, { method: "PUT", path: "/me", body, headers });
    const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: caller.userId } });
    expect(user).toMatchObject({ name: "Eve", isInstanceAdmin: false, email: caller.email });
  });

  test("keys that one has chosen are kept, replaced as a whole, and bounded", async () => {
    const headers = api.sessionHeaders(await api.aCaller(await api.aProject()));
    const put = (key_bindings: unknown) =>
      api.send(null, { method: "PUT", path: "/me", body: { key_bindings }, headers });
    const bindings = { submit: "mod+enter", skip: "", __proto__x: "q" };
    expect(await (await put(bindings)).json()).toMatchObject({ key_bindings: bindings });
    await api.send(null, { method: "PUT", path: "/me", body: { name: "Ada" }, headers });
    expect(await (await put({ skip: "shift+s" })).json()).toMatchObject({
      key_bindings: { skip: "shift+s" },
    });
    const me = await (await api.send(null, { method: "GET", path: "/me", headers })).json();
    expect(me).toMatchObject({ name: "Ada", key_bindings: { skip: "shift+s" } });
    expect((await put({ skip: 1 })).status).toBe(422);
    expect((await put({ skip: "x".repeat(41) })).status).toBe(422);
    expect((await put({ ["x".repeat(41)]: "s" })).status).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`act${i}`, "s"]));
    expect((await put(many)).status).toBe(422);
  });
});
