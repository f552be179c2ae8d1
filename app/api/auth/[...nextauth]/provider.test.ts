import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getMe } from "#lib/contract/access/accounts.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aPerson, asPage, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";
import {
  type Identity,
  type IdentityProvider,
  startIdentityProvider,
} from "#lib/testing/identity/start-identity-provider.ts";

const api = startHarness();
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider();
  overrideSettings(provider.settings);
});
afterEach(() => {
  overrideSettings({ ...provider.settings, SPINDLE_OIDC_ROLES: "", SPINDLE_OIDC_NEW_PEOPLE: "" });
});
afterAll(async () => {
  await provider.close();
  overrideSettings(Object.fromEntries(Object.keys(provider.settings).map((name) => [name, ""])));
});

/** Presses the button, and answers the address at the provider that it leads to. */
async function begin(browser: TestBrowser, callbackUrl = "/projects"): Promise<Response> {
  return browser.post("signin/oidc", { csrfToken: await browser.csrfToken(), callbackUrl, json: "true" });
}

/** Signs in at the provider as `identity` in a browser that has not been there, and answers the address it sends back to. */
async function backFrom(address: string, identity: Identity | null): Promise<URL> {
  provider.admit(identity);
  const cookies = new Map<string, string>();
  let at = new URL(address);
  while (at.origin === provider.issuer) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    at = new URL(response.headers.get("location") ?? `error:${await response.text()}`, at);
  }
  return at;
}

function finish(browser: TestBrowser, back: URL): Promise<Response> {
  return browser.get(`callback/oidc${back.search}`);
}

/** All of it; answers where the browser ends. */
async function signInAs(identity: Identity | null, browser = new TestBrowser()): Promise<string | null> {
  const { url } = await (await begin(browser)).json();
  const response = await finish(browser, await backFrom(url, identity));
  return response.headers.get("location");
}

async function me(browser: TestBrowser) {
  const headers = asPage(api, browser);
  return (await api.send(null, { method: "GET", path: getMe.path, headers })).json();
}

function verified(email: string, groups: string[] = []): Identity {
  return { sub: newId(), email, email_verified: true, name: "Ada", groups };
}

test("someone whom the provider vouches for is signed in to the account of their address, and is where they wanted to be", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  expect(await signInAs(verified(person.email.toUpperCase()), browser)).toBe("/projects");
  expect(await me(browser)).toMatchObject({ user_id: person.id, credential: "session" });
  const [event] = await api.db.prisma.auditEvent.findMany({ where: { actorUserId: person.id } });
  expect(event).toMatchObject({ action: "sign_in.succeeded", details: { way: "provider" } });
});

test("the provider is asked with state, nonce and PKCE, for this service's own address, whatever the caller adds", async () => {
  const browser = new TestBrowser();
  const csrfToken = await browser.csrfToken();
  const form = { csrfToken, callbackUrl: "https://evil.example/", json: "true" };
  const response = await browser.post("signin/oidc?redirect_uri=https://evil.example&scope=all", form);
  const { searchParams } = new URL((await response.json()).url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    state: expect.stringMatching(/^.{20,}$/),
    nonce: expect.stringMatching(/^.{20,}$/),
    code_challenge: expect.stringMatching(/^.{43}$/),
    code_challenge_method: "S256",
    redirect_uri: "http://spindle.test/api/auth/callback/oidc",
    scope: "openid email profile",
  });
  const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await browser.post("signin/oidc", form, elsewhere)).status).toBe(403);
});

test("with https the provider redirects to the public address, and the attempt's cookies are secure", async () => {
  const person = await aPerson(api);
  overrideSettings({ NEXTAUTH_URL: "https://spindle.test" });
  try {
    const browser = new TestBrowser();
    const https = { origin: "https://spindle.test" };
    const { csrfToken } = await (await browser.get("csrf", https)).json();
    const response = await browser.post("signin/oidc", { csrfToken, json: "true" }, https);
    const attempt = response.headers.getSetCookie().filter((cookie) => /state|nonce|pkce/.test(cookie));
    expect(attempt).toHaveLength(3);
    for (const cookie of attempt) expect(cookie).toMatch(/^__Secure-.*HttpOnly.*Secure.*SameSite=Lax/);
    const back = await backFrom((await response.json()).url, verified(person.email));
    expect(back.origin + back.pathname).toBe("https://spindle.test/api/auth/callback/oidc");
    expect((await finish(browser, back)).headers.get("location")).toBe("/");
    expect(browser.cookies.has("__Host-spindle-session")).toBe(true);
  } finally {
    overrideSettings({ NEXTAUTH_URL: "" });
  }
});

test("an answer with another state, without this browser's attempt, or used before signs nobody in", async () => {
  const person = await aPerson(api);
  const [browser, other] = [new TestBrowser(), new TestBrowser()];
  const back = await backFrom((await (await begin(browser)).json()).url, verified(person.email));
  const forged = new URL(back);
  forged.searchParams.set("state", "another");
  const expired = "/sign-in?callbackUrl=%2Fprojects&error=provider-expired";
  expect((await finish(other, back)).headers.get("location")).toBe("/sign-in?error=provider-expired");
  const own = new Map(browser.cookies);
  expect((await finish(browser, forged)).headers.get("location")).toBe(expired);
  expect(browser.cookies.has("spindle-session")).toBe(false);
  for (const [name, value] of own) browser.cookies.set(name, value);
  expect((await finish(browser, back)).headers.get("location")).toBe("/projects");
  for (const [name, value] of own) other.cookies.set(name, value);
  expect((await finish(other, back)).headers.get("location")).toBe(expired);
});

test("without a confirmed address, an account, or the provider's consent nobody comes in, and the page says why and is left for the one that was wanted", async () => {
  const person = await aPerson(api);
  const disabled = await aPerson(api, { disabledAt: new Date() });
  const error = (problem: string) => `/sign-in?callbackUrl=%2Fprojects&error=provider-${problem}`;
  expect(await signInAs({ ...verified(person.email), email_verified: false })).toBe(error("unverified"));
  expect(await signInAs({ sub: newId() })).toBe(error("unverified"));
  expect(await signInAs(verified("nobody@example.com"))).toBe(error("unknown"));
  expect(await signInAs(verified(disabled.email))).toBe(error("disabled"));
  expect(await signInAs(null)).toBe(error("refused"));
  const refusals = await api.db.prisma.auditEvent.findMany({ where: { action: "sign_in.failed" } });
  expect(refusals.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ problem: "disabled" }),
  );
});

test("where the setting says so, someone new gets an account with the roles of their groups, and no password", async () => {
  const project = await api.aProject();
  const SPINDLE_OIDC_ROLES = JSON.stringify({ "/ml": `${project.path}:engineer` });
  overrideSettings({ SPINDLE_OIDC_ROLES, SPINDLE_OIDC_NEW_PEOPLE: "yes" });
  const email = `${newId()}@example.com`;
  const browser = new TestBrowser();
  expect(await signInAs(verified(email, ["/ml", "/other"]), browser)).toBe("/projects");
  expect(await me(browser)).toMatchObject({ email, name: "Ada", is_instance_admin: false });
  const memberships = { where: { projectId: project.id, user: { email } }, select: { role: true } };
  expect(await api.db.prisma.projectMember.findMany(memberships)).toEqual([{ role: "engineer" }]);
  expect((await new TestBrowser().signIn(email, "")).status).toBe(401);
});

test("at each sign-in groups decide on the roles that the mapping names, and on no others", async () => {
  const [named, other] = [await api.aProject(), await api.aProject()];
  const person = await aPerson(api);
  await aPerson(api, { isInstanceAdmin: true });
  const membership = { userId: person.id, role: "annotator" } as const;
  await api.db.prisma.projectMember.create({ data: { projectId: other.id, ...membership } });
  const groups = {
    ops: ["admin", `${named.entity}:admin`],
    a: `${named.path}:annotator`,
    b: `${named.path}:engineer`,
  };
  overrideSettings({ SPINDLE_OIDC_ROLES: JSON.stringify({ ...groups, gone: "no-such/project:viewer" }) });
  const standing = async () => {
    const user = await api.db.prisma.user.findUniqueOrThrow({
      where: { id: person.id },
      include: { projects: true, entities: { where: { entityName: named.entity } } },
    });
    const roleIn = ({ id }: { id: string }) => user.projects.find(({ projectId }) => projectId === id)?.role;
    return [user.isInstanceAdmin, user.entities[0]?.isAdmin ?? false, roleIn(named), roleIn(other)];
  };
  const first = new TestBrowser();
  await signInAs(verified(person.email, ["ops", "a", "b"]), first);
  expect(await standing()).toEqual([true, true, "engineer", "annotator"]);
  await signInAs(verified(person.email, ["a"]));
  // Nobody else administers the entity, so that role stays.
  expect(await standing()).toEqual([false, true, "annotator", "annotator"]);
  // What was open as an admin of the server has ended with the role.
  expect(await me(first)).toMatchObject({ detail: expect.anything() });
  await signInAs(verified(person.email));
  expect(await standing()).toEqual([false, true, undefined, "annotator"]);
});

test("a provider that is away is said to be, passwords work all the same, and without settings there is no such way in", async () => {
  const person = await aPerson(api);
  const away = await startIdentityProvider();
  await away.close();
  overrideSettings(away.settings);
  const browser = new TestBrowser();
  const response = await begin(browser);
  expect([response.status, await response.json()]).toEqual([
    503,
    { url: "http://spindle.test/sign-in?callbackUrl=%2Fprojects&error=provider-unreachable" },
  ]);
  expect((await browser.signIn(person.email)).status).toBe(200);
  // It answers, and calls itself by another address than the operator does.
  overrideSettings({ SPINDLE_OIDC_ISSUER: provider.issuer.replace("127.0.0.1", "localhost") });
  expect((await begin(browser)).status).toBe(503);
  overrideSettings(Object.fromEntries(Object.keys(provider.settings).map((name) => [name, ""])));
  expect((await begin(browser)).status).toBe(404);
  expect((await browser.get("callback/oidc?code=1&state=2")).status).toBe(404);
});
