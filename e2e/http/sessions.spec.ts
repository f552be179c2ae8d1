import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { decode, encode } from "next-auth/jwt";
import { SERVICE } from "../support/fixtures.ts";
import { ADMIN } from "../support/service.ts";

const port = () => new URL(SERVICE.url).port;
const at = (name: string) => `http://${name}:${port()}`;

/** Signs the administrator in as the sign-in page opened at `origin` does. */
async function signInAt(origin: string) {
  const own = { origin, "sec-fetch-site": "same-origin" };
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const response = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { ...own, cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ ...ADMIN, csrfToken, callbackUrl: "/projects", json: "true" }),
  });
  return { response, page: { ...own, cookie: cookiesOf(response) } };
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

for (const name of ["127.0.0.1", "localhost"])
  test(`Opened at ${name}, the service signs in, stays there, and serves that page alone`, async () => {
    const { response, page } = await signInAt(at(name));
    expect([response.status, await response.json()]).toEqual([200, { url: `${at(name)}/projects` }]);
    const rename = (headers: Record<string, string>) =>
      fetch(`${at(name)}/api/me`, {
        method: "PUT",
        headers: { ...page, "content-type": "application/json", ...headers },
        body: "{}",
      });
    expect((await rename({})).status).toBe(200);
    const other = name === "localhost" ? "127.0.0.1" : "localhost";
    for (const origin of [at(other), `http://${name}:1`, `http://${name}.evil.example:${port()}`])
      expect((await rename({ origin })).status, origin).toBe(403);
  });

test("A session proves no more under a rewritten path than under its own", async () => {
  const { page } = await signInAt(SERVICE.url);
  const statuses = async (headers: Record<string, string>) => {
    const seen: number[] = [];
    for (const prefix of ["/api", "/traces"])
      seen.push((await fetch(`${SERVICE.url}${prefix}/me`, { headers })).status);
    return seen;
  };
  expect(await statuses(page)).toEqual([200, 200]);
  expect(await statuses({ ...page, "sec-fetch-site": "cross-site" })).toEqual([403, 403]);
  expect(await statuses({ ...page, cookie: "" })).toEqual([401, 401]);
});

test("A session that was not used for hours is renewed by its next use", async () => {
  const secret = readFileSync(path.join(SERVICE.dataDir, "nextauth-secret"), "utf8").trim();
  const { page } = await signInAt(SERVICE.url);
  const me = (cookie: string) => fetch(`${SERVICE.url}/api/me`, { headers: { ...page, cookie } });
  expect((await me(page.cookie)).headers.getSetCookie()).toEqual([]);
  // As the same cookie is six hours later.
  const fresh = /spindle-session=([^;]+)/.exec(page.cookie)?.[1] ?? "";
  const token = (await decode({ token: fresh, secret })) ?? {};
  const old = await encode({ token, secret, maxAge: 6 * 3600 });
  const answer = await me(`spindle-session=${old}`);
  const [cookie = ""] = answer.headers.getSetCookie();
  expect([answer.status, cookie]).toEqual([200, expect.stringMatching(/^spindle-session=.*HttpOnly/)]);
  expect(Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now()).toBeGreaterThan(
    11.9 * 3_600_000,
  );
  expect((await me(cookie.split(";")[0] ?? "")).status).toBe(200);
});
