import { expect, test } from "vitest";
import { checkUpstream, createUpstream } from "#lib/contract/models/upstreams.ts";
import { newId } from "#lib/platform/ids.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { startUpstreamServer } from "#lib/testing/upstream-server.ts";

const api = startHarness();
const server = startUpstreamServer({
  "/v1/models": (response, { headers }) => {
    if (headers.authorization !== "Bearer sk-right") response.writeHead(401).end("canary: sk-wrong");
    else response.end(JSON.stringify({ data: [{ id: "one" }, { id: "two" }] }));
  },
  "/page/models": (response) => void response.end("<html>canary</html>"),
  "/cut/models": (response) => void response.destroy(),
});

async function anAdmin(): Promise<Caller> {
  const caller = await api.aCaller(await api.aProject(), "admin");
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
  return { ...caller, headers: bearerHeaders(caller.headers) };
}

routeGuarantees(api, checkUpstream, async ({ caller }) => {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
  return { base_url: server.url(), api_key: "sk-right", allow_private: true };
});

const check = async (admin: Caller, body: object) =>
  (await api.send(admin, { path: "/v1/upstreams/check", body })).json();

test("a server that answers is shown with its models, and nothing is saved", async () => {
  const admin = await anAdmin();
  const before = await api.db.prisma.upstream.count();
  const body = { base_url: `${server.url()}/`, api_key: "sk-right", allow_private: true };
  expect(await check(admin, body)).toEqual({
    problem: null,
    text: "It answers.",
    models: ["one", "two"],
    duration_ms: expect.any(Number),
  });
  expect(await api.db.prisma.upstream.count()).toBe(before);
});

test("a problem is reported by its kind, without the server's own words", async () => {
  const admin = await anAdmin();
  const origin = new URL(server.url()).origin;
  const faults: [string, string, boolean, RegExp][] = [
    ["dns", "https://no-such-host.invalid/v1", false, /no-such-host.invalid cannot be found/],
    ["refused", `http://127.0.0.1:${await freePort()}/v1`, true, /nothing listens/],
    ["broken", `${origin}/cut`, true, /broke the connection off/],
    ["tls", `https://${new URL(origin).host}/v1`, true, /TLS/],
    ["status", server.url(), true, /answered 401: .* key/],
    ["status", `${origin}/nowhere`, true, /answered 404/],
    ["answer", `${origin}/page`, true, /did not return a list of models/],
    ["address", server.url(), false, /http is only for private networks/],
    ["address", "http://169.254.169.254/v1", true, /never allowed/],
    ["address", "no address", true, /must start with/],
  ];
  for (const [problem, base_url, allow_private, text] of faults) {
    const found = await check(admin, { base_url, allow_private });
    expect(found, base_url).toMatchObject({ problem, text: expect.stringMatching(text), models: [] });
    expect(JSON.stringify(found)).not.toContain("canary");
  }
});

test("a stored key is tried at its own host, and travels to no other", async () => {
  const admin = await anAdmin();
  const saved = {
    name: `u-${newId()}`,
    baseUrl: server.url(),
    apiKey: "sk-right",
    models: [],
    allowPrivate: true,
  };
  const { id } = await api.call(admin, createUpstream, saved);
  const body = { upstream_id: id, base_url: server.url(), allow_private: true };
  expect(await check(admin, body)).toMatchObject({ problem: null, models: ["one", "two"] });
  const elsewhere = server.url().replace("127.0.0.1", "localhost");
  expect(await check(admin, { ...body, base_url: elsewhere })).toMatchObject({ problem: "status" });
  expect(server.seen.at(-1)?.headers.authorization).toBeUndefined();
});

test("the key of an upstream that does not exist cannot be used", async () => {
  const admin = await anAdmin();
  const body = { upstream_id: newId(), base_url: server.url(), allow_private: true };
  const response = await api.send(admin, { path: "/v1/upstreams/check", body });
  expect(response.status).toBe(404);
  expect((await response.json()).detail).toContain(body.upstream_id);
});
