import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changePassword, getMe, revokeMySessions } from "#lib/contract/access/accounts.ts";
import { followProject } from "#lib/contract/traces/live.ts";
import { aPerson, asPage, TEST_PASSWORD, TestBrowser } from "#lib/testing/data/accounts.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const HOUR_MS = 3_600_000;
const START = Date.now();

/** Fakes the time of day only; timers stay real. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

async function aBrowser(): Promise<TestBrowser> {
  const browser = new TestBrowser();
  expect((await browser.signIn((await aPerson(api)).email)).status).toBe(200);
  return browser;
}

/** Uses the session as a page does, `hours` after it began; the browser keeps the cookies that come back. */
async function askAt(browser: TestBrowser, hours: number): Promise<{ status: number; renewed: boolean }> {
  vi.setSystemTime(START + hours * HOUR_MS);
  const response = await api.send(null, { method: "GET", path: getMe.path, headers: asPage(api, browser) });
  const cookies = response.headers.getSetCookie();
  for (const cookie of cookies) browser.keep(cookie);
  return { status: response.status, renewed: cookies.length > 0 };
}

test("a session in use is renewed, for seven days at most", async () => {
  const browser = await aBrowser();
  expect(await askAt(browser, 0.01)).toEqual({ status: 200, renewed: false });
  for (let hours = 11; hours < 7 * 24; hours += 11)
    expect(await askAt(browser, hours), `after ${hours} hours`).toEqual({ status: 200, renewed: true });
  expect(await askAt(browser, 7 * 24 + 0.01)).toEqual({ status: 401, renewed: false });
});

test("a session that nobody uses ends after twelve hours", async () => {
  const browser = await aBrowser();
  expect((await askAt(browser, 11.9)).status).toBe(200);
  expect((await askAt(browser, 11.9 + 12.1)).status).toBe(401);
});

test("the renewed cookie is kept from scripts and bound to the site, and never outlives the seven days", async () => {
  const browser = await aBrowser();
  for (let hours = 10; hours < 7 * 24 - 1; hours += 10) await askAt(browser, hours);
  vi.setSystemTime(START + (7 * 24 - 1) * HOUR_MS);
  const response = await api.send(null, { method: "GET", path: getMe.path, headers: asPage(api, browser) });
  const [cookie = ""] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^spindle-session=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  const left = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now();
  expect(left).toBeGreaterThan(0.9 * HOUR_MS);
  expect(left).toBeLessThanOrEqual(HOUR_MS);
});

test("asking next-auth for the session renews it too, and does not restart it", async () => {
  const browser = await aBrowser();
  for (let hours = 11; hours < 7 * 24; hours += 11) {
    vi.setSystemTime(START + hours * HOUR_MS);
    expect(Object.keys(await (await browser.get("session")).json())).toEqual(["expires"]);
  }
  expect((await askAt(browser, 7 * 24 + 0.01)).status).toBe(401);
});

test("a request that ends the session brings no new one, and a new password refuses the renewed cookie", async () => {
  const browser = await aBrowser();
  await askAt(browser, 1);
  vi.setSystemTime(START + 2 * HOUR_MS);
  const headers = asPage(api, browser);
  const passwords = { current_password: TEST_PASSWORD, new_password: "another plain sentence" };
  const changed = await api.send(null, { path: changePassword.path, headers, body: passwords });
  expect([changed.status, changed.headers.getSetCookie()]).toEqual([200, []]);
  expect((await askAt(browser, 2)).status).toBe(401);
  const other = await aBrowser();
  vi.setSystemTime(START + 3 * HOUR_MS);
  const ended = await api.send(null, {
    path: revokeMySessions.path,
    headers: asPage(api, other),
    body: {},
  });
  expect([ended.status, ended.headers.getSetCookie()]).toEqual([200, []]);
});

test("what is open without anybody's doing, and a key, renew nothing", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "admin");
  vi.setSystemTime(START + 2 * HOUR_MS);
  const path = followProject.path.replace("{entity}", project.entity).replace("{project}", project.name);
  const headers = api.sessionHeaders(caller);
  const stream = await api.send(null, { method: "GET", path, headers });
  expect([stream.status, stream.headers.getSetCookie()]).toEqual([200, []]);
  await stream.body?.cancel();
  const byKey = await api.send(caller, { method: "GET", path: getMe.path });
  expect([byKey.status, byKey.headers.getSetCookie()]).toEqual([200, []]);
});
