import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { changePassword, getMe } from "#lib/contract/access/accounts.ts";
import { readSignInError } from "#lib/contract/access/sign-in.ts";
import { openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { aPerson, asPage, TEST_PASSWORD, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

function me(browser: TestBrowser): Promise<Response> {
  return api.send(null, { method: "GET", path: getMe.path, headers: asPage(api, browser) });
}

/** As if the last wrong password had been typed that much earlier. */
async function letPass(seconds: number): Promise<void> {
  await api.db.query(sql`update rate_limit set expire = expire - ${seconds * 1000}::bigint`);
}

async function failTimes(browser: TestBrowser, email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) expect((await browser.signIn(email, "wrong")).status).toBe(401);
}

test("the right password signs a person in, whatever the case of the address", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const answer = await browser.signIn(` ${person.email.toUpperCase()} `);
  expect(answer).toMatchObject({ status: 200, error: null, url: "http://spindle.test/projects" });
  const response = await me(browser);
  expect(await response.json()).toMatchObject({ user_id: person.id, credential: "session" });
});

test("the session cookie is kept from scripts, bound to the site and ends after twelve hours", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const { headers } = await browser.signIn(person.email);
  const cookie = headers.getSetCookie().find((text) => text.startsWith("spindle-session="));
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Lax");
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie ?? "")?.[1] ?? "");
  expect(expires - Date.now()).toBeLessThanOrEqual(12 * 3600 * 1000);
  expect(expires - Date.now()).toBeGreaterThan(11.9 * 3600 * 1000);
});

test("with https the cookie is secure and has the host prefix", async () => {
  const person = await aPerson(api);
  overrideSettings({ NEXTAUTH_URL: "https://spindle.test" });
  try {
    const browser = new TestBrowser();
    const https = { origin: "https://spindle.test" };
    const { csrfToken } = await (await browser.get("csrf", https)).json();
    const form = { email: person.email, password: TEST_PASSWORD, csrfToken, json: "true" };
    const response = await browser.post("callback/credentials", form, https);
    expect(await response.json()).toEqual({ url: "https://spindle.test/" });
    const cookie = response.headers.getSetCookie().find((text) => text.includes("spindle-session"));
    expect(cookie).toMatch(/^__Host-spindle-session=.*; Path=\/;.*Secure/);
  } finally {
    overrideSettings({ NEXTAUTH_URL: "" });
  }
});

test("a wrong password, an unknown address and a disabled account get the same answer", async () => {
  const disabled = await aPerson(api, { disabledAt: new Date() });
  const person = await aPerson(api);
  const tries: [string, string][] = [
    [person.email, "not the password"],
    ["nobody@example.com", TEST_PASSWORD],
    [disabled.email, TEST_PASSWORD],
    ["no address at all", TEST_PASSWORD],
    [person.email.replace("@", "＠"), TEST_PASSWORD],
    [`${person.email}' or '1'='1`, TEST_PASSWORD],
    [person.email, "x".repeat(5000)],
    [person.email, "\u0000"],
  ];
  for (const [email, password] of tries) {
    const answer = await new TestBrowser().signIn(email, password);
    expect(answer).toMatchObject({ status: 401, url: "http://spindle.test/sign-in?error=wrong" });
  }
});

test("after five wrong passwords the next try waits, longer each time", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  await failTimes(browser, person.email, 5);
  const refused = await browser.signIn(person.email);
  expect(refused.status).toBe(429);
  const error = readSignInError(refused.error);
  expect(error).toMatchObject({ kind: "wait" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(25);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  await letPass(30);
  await failTimes(browser, person.email, 1);
  const longer = await browser.signIn(person.email);
  expect(Number(longer.headers.get("retry-after"))).toBeGreaterThan(50);
  await letPass(60);
  expect((await browser.signIn(person.email)).status).toBe(200);
  await failTimes(browser, person.email, 5);
});

test("tries sent at once are counted as if they came one by one", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const csrfToken = await browser.csrfToken();
  const form = { email: person.email, password: "wrong", csrfToken, json: "true" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => browser.post("callback/credentials", form)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
});

test("a person with a session, or at another address, is not locked out by someone's guessing", async () => {
  const person = await aPerson(api);
  const own = new TestBrowser();
  await own.signIn(person.email);
  const guesser = new TestBrowser();
  await failTimes(guesser, person.email, 5);
  expect((await guesser.signIn(person.email)).status).toBe(429);
  expect((await me(own)).status).toBe(200);
  expect((await new TestBrowser().signIn(person.email)).status).toBe(200);
});

test("one address that tries many people is slowed down as well", async () => {
  const browser = new TestBrowser();
  const statuses: number[] = [];
  for (let i = 0; i < 52; i++)
    statuses.push((await browser.signIn(`person-${i}@example.com`, "guess")).status);
  expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(50)).toEqual([429, 429]);
});

test("a form without the token of our own page signs nobody in", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const form = { email: person.email, password: TEST_PASSWORD, csrfToken: "0".repeat(64), json: "true" };
  const response = await browser.post("callback/credentials", form);
  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({ url: "http://spindle.test/sign-in?error=expired" });
  expect((await me(browser)).status).toBe(401);
});

test.each<Record<string, string>>([
  { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
  { origin: "http://other.spindle.test", "sec-fetch-site": "same-site" },
  { origin: "null" },
])("a page elsewhere (%o) can neither sign a browser in nor out", async (elsewhere) => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const form = { email: person.email, password: TEST_PASSWORD, csrfToken: await browser.csrfToken() };
  expect((await browser.post("callback/credentials", form, elsewhere)).status).toBe(403);
  await browser.signIn(person.email);
  const out = { csrfToken: await browser.csrfToken() };
  expect((await browser.post("signout", out, elsewhere)).status).toBe(403);
  expect((await me(browser)).status).toBe(200);
});

test("signing out ends the session, also for a copy of the cookie", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  await browser.signIn(person.email);
  const thief = new TestBrowser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  expect((await me(thief)).status).toBe(200);
  expect((await browser.signOut()).status).toBe(200);
  expect(browser.cookies.has("spindle-session")).toBe(false);
  expect((await me(thief)).status).toBe(401);
  expect(await (await thief.get("session")).json()).toEqual({});
});

test("a session that someone planted before sign-in is replaced", async () => {
  const [victim, attacker] = [await aPerson(api), await aPerson(api)];
  const attackers = new TestBrowser();
  await attackers.signIn(attacker.email);
  const browser = new TestBrowser();
  for (const [name, value] of attackers.cookies) browser.cookies.set(name, value);
  await browser.signIn(victim.email);
  expect(browser.cookies.get("spindle-session")).not.toBe(attackers.cookies.get("spindle-session"));
  expect(await (await me(browser)).json()).toMatchObject({ user_id: victim.id });
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/projects",
  "http://spindle.test.evil.example",
  "http://spindle.test@evil.example",
  "javascript:alert(1)",
  "data:text/html,hello",
  "\\\\evil.example",
  "/\t/evil.example",
  "http:evil.example",
  "http://spindle.test//evil.example",
])("sign-in never leads to %s", async (target) => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const { url } = await browser.signIn(person.email, TEST_PASSWORD, target);
  expect(new URL(url).origin).toBe("http://spindle.test");
  const page = await browser.get(`signin?callbackUrl=${encodeURIComponent(target)}`);
  const location = new URL(page.headers.get("location") ?? "", "http://spindle.test");
  const onwards = new URL(location.searchParams.get("callbackUrl") ?? "/", location);
  expect([location.origin, onwards.origin]).toEqual(["http://spindle.test", "http://spindle.test"]);
});

test("the session answer has the end of the session and nothing about the person", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  await browser.signIn(person.email);
  expect(Object.keys(await (await browser.get("session")).json())).toEqual(["expires"]);
});

test("the address of the sign-in page never repeats what a caller sent as an error", async () => {
  const response = await new TestBrowser().get("error?error=%3Cscript%3Ealert(1)%3C/script%3E");
  expect(response.headers.get("location")).toBe("/sign-in?error=wrong");
});

test("a form that never ends is refused before it is read whole", async () => {
  const browser = new TestBrowser();
  const response = await browser.post("callback/credentials", { email: "x".repeat(20_000) });
  expect(response.status).toBe(413);
});

test("a database that is away is not reported as a wrong password", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  const away = openDatabase("postgresql://nobody@127.0.0.1:1/nothing");
  try {
    const answer = await api.withDatabase(away, () => browser.signIn(person.email));
    expect(answer).toMatchObject({ status: 503, error: "unavailable" });
    expect(answer.headers.get("retry-after")).toBe("1");
  } finally {
    await away.close();
  }
  expect((await browser.signIn(person.email)).status).toBe(200);
});

test("a cookie that another page left where next-auth keeps an address keeps nobody out", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  for (const left of ["javascript:alert(1)", "https://evil.example/", "no address"]) {
    browser.cookies.set("next-auth.callback-url", encodeURIComponent(left));
    const answer = await browser.signIn(person.email);
    expect(answer, left).toMatchObject({ status: 200, url: "http://spindle.test/projects" });
  }
});

test("what next-auth offers beyond sign-in is not there", async () => {
  const browser = new TestBrowser();
  for (const action of ["signin/github", "verify-request", "callback/email"])
    expect((await browser.get(action)).status).toBe(404);
  expect((await browser.post("session", {})).status).toBe(404);
});

test("a password hashed at another cost is hashed again at sign-in", async () => {
  const person = await aPerson(api);
  await new TestBrowser().signIn(person.email);
  const { passwordHash } = await api.db.prisma.user.findUniqueOrThrow({ where: { id: person.id } });
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await new TestBrowser().signIn(person.email)).status).toBe(200);
});

test("sign-ins are in the audit log, without what was typed", async () => {
  const person = await aPerson(api);
  const browser = new TestBrowser();
  await browser.signIn("a password in the wrong field", TEST_PASSWORD);
  await browser.signIn(person.email);
  const events = await api.db.prisma.auditEvent.findMany({ orderBy: { id: "desc" }, take: 2 });
  expect(events).toMatchObject([
    { action: "sign_in.succeeded", outcome: "succeeded", actorUserId: person.id },
    {
      action: "sign_in.failed",
      outcome: "refused",
      actorUserId: null,
      details: { address: browser.address },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain("wrong field");
});

test("the file with the made password stays until the administrator has replaced it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "spindle-"));
  overrideSettings({ SPINDLE_DATA_DIR: folder });
  const [admin, other] = [await aPerson(api, { mustChangePassword: true }), await aPerson(api)];
  await writeFile(path.join(folder, "initial-admin.txt"), `${admin.email}\n${TEST_PASSWORD}\n`);
  await new TestBrowser().signIn(other.email);
  const browser = new TestBrowser();
  expect((await browser.signIn(admin.email)).status).toBe(200);
  expect(await readdir(folder)).toEqual(["initial-admin.txt"]);
  const body = { current_password: TEST_PASSWORD, new_password: "another plain sentence" };
  await api.send(null, { path: changePassword.path, body, headers: asPage(api, browser) });
  expect(await readdir(folder)).toEqual([]);
});

test("an unknown method is refused with the list of known ones", async () => {
  const { PUT } = await import("./route.ts");
  const request = new Request("http://spindle.test/api/auth/csrf", { method: "PUT" });
  const response = await PUT(request, { params: Promise.resolve({ nextauth: ["csrf"] }) });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
});
