import { afterEach, describe, expect, test } from "vitest";
import { getMe, updateMe } from "#lib/contract/access/accounts.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
afterEach(() => overrideSettings({ NEXTAUTH_URL: "" }));

type Given = Record<string, string>;

/** A change by session; the person's name shows afterwards whether it was made. */
async function rename(headers: Given, body: unknown = { name: "Changed" }) {
  const caller = await api.aCaller();
  const response = await api.send(null, {
    method: updateMe.method,
    path: updateMe.path,
    body,
    headers: { cookie: caller.cookie, ...headers },
  });
  const { name } = await api.db.prisma.user.findUniqueOrThrow({ where: { id: caller.userId } });
  return { response, wasChanged: name !== caller.name };
}

describe("a request that carries the cookie from elsewhere changes nothing", () => {
  const own = () => ({ origin: api.url, "sec-fetch-site": "same-origin" });
  test.each<[string, () => Given]>([
    ["another site", () => ({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })],
    ["another site that names our origin", () => ({ ...own(), "sec-fetch-site": "cross-site" })],
    ["a sibling of ours", () => ({ origin: "http://sibling.127.0.0.1", "sec-fetch-site": "same-site" })],
    ["another port of our host", () => ({ origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" })],
    ["a sandboxed frame", () => ({ origin: "null", "sec-fetch-site": "cross-site" })],
    ["an old browser on another site", () => ({ origin: "https://evil.example" })],
    ["the address bar", () => ({ "sec-fetch-site": "none" })],
    ["who says nothing of where it is", () => ({})],
    ["an origin that is none", () => ({ origin: "http://" })],
    ["an origin that only begins like ours", () => ({ origin: `${api.url}.evil.example` })],
  ])("%s", async (_, headers) => {
    const { response, wasChanged } = await rename(headers());
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ detail: "Cross-origin request refused" });
    expect(response.headers.get("access-control-allow-origin")).toBe(null);
    expect(wasChanged).toBe(false);
  });
});

describe("what a form of another site can send is no JSON", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
  ])("%s is a 415 even from our own pages", async (type) => {
    const headers = { origin: api.url, "sec-fetch-site": "same-origin", "content-type": type };
    const { response, wasChanged } = await rename(headers);
    expect(response.status).toBe(415);
    expect(wasChanged).toBe(false);
  });
});

test("our own pages change things, with either header alone or both", async () => {
  const ours: Given[] = [
    { origin: api.url },
    { "sec-fetch-site": "same-origin" },
    { origin: api.url, "sec-fetch-site": "same-origin" },
  ];
  for (const headers of ours) expect((await rename(headers)).wasChanged).toBe(true);
});

test("with a configured address that one is ours, whatever Host a caller writes", async () => {
  overrideSettings({ NEXTAUTH_URL: "https://spindle.example.org" });
  const { cookie } = await api.aCaller();
  const ask = (origin: string) =>
    api.send(null, { method: "GET", path: getMe.path, headers: { cookie, origin } });
  expect((await ask("https://spindle.example.org")).status).toBe(200);
  expect((await ask(api.url)).status).toBe(403);
});

test("a service on this machine is known by each of its names, and a page at one is not a page at another", async () => {
  const { port } = new URL(api.url);
  overrideSettings({ NEXTAUTH_URL: `http://localhost:${port}` });
  const from = (origin: string) => rename({ origin });
  expect((await from(api.url)).wasChanged).toBe(true);
  for (const origin of [`http://localhost:${port}`, "http://127.0.0.1:1", `https://127.0.0.1:${port}`])
    expect((await from(origin)).response.status, origin).toBe(403);
});

test("reading by the address bar works, reading from another site does not", async () => {
  const caller = await api.aCaller();
  const read = (headers: Given) =>
    api.send(null, { method: "GET", path: getMe.path, headers: { cookie: caller.cookie, ...headers } });
  expect((await read({ "sec-fetch-site": "none" })).status).toBe(200);
  expect((await read({})).status).toBe(200);
  expect((await read({ "sec-fetch-site": "cross-site" })).status).toBe(403);
});

test("a key needs no origin: no browser sends it by itself", async () => {
  const caller = await api.aCaller(await api.aProject());
  const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  expect((await api.send(caller, { method: "GET", path: getMe.path, headers })).status).toBe(200);
});

test("a preflight of another site is given no permission", async () => {
  const response = await api.send(null, {
    method: "OPTIONS",
    path: updateMe.path,
    headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
  });
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});
