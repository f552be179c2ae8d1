import { expect, test } from "@playwright/test";
import { keyHeaders, SERVICE } from "../support/fixtures.ts";
import { api } from "../support/requests.ts";

for (const prefix of ["/api", "/traces"]) {
  test(`A file goes in and out under both spellings below ${prefix}`, async () => {
    const content = new Uint8Array([0xff, 0x00, 0x0a, 0xfe]);
    for (const [create, read] of [
      ["/file/create", "/files/content"],
      ["/files/create", "/file/content"],
    ]) {
      const body = new FormData();
      body.set("project_id", SERVICE.project);
      body.set("file", new Blob([content]), "blob");
      const address = SERVICE.url + prefix + create;
      const sent = await fetch(address, { method: "POST", headers: keyHeaders(), body, redirect: "manual" });
      expect(sent.status).toBe(200);
      const { digest } = await sent.json();
      const response = await api(prefix + read, { project_id: SERVICE.project, digest });
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    }
  });

  test(`Clients that sign in or begin find ${prefix} alive`, async () => {
    const read = async (path: string) =>
      (await fetch(SERVICE.url + prefix + path, { redirect: "manual" })).json();
    expect(await read("/health")).toEqual({ status: "ok" });
    const info = await read("/server_info");
    expect(info).toMatchObject({ min_required_weave_python_version: "0.0.1" });
    expect(await read("/version")).toBe(info.trace_server_version);
  });
}

test("GraphQL is answered at the root and below /api", async () => {
  for (const path of ["/graphql", "/graphql/", "/api/graphql"]) {
    const response = await api(path, { query: "{ viewer { defaultEntity { name } } }", variables: {} });
    expect(await response.json()).toEqual({ data: { viewer: { defaultEntity: { name: "acme" } } } });
  }
});

const leadsTo = async (path: string) => {
  const response = await fetch(SERVICE.url + path, { redirect: "manual" });
  return [response.status, response.headers.get("location")];
};

test("Links that tracing clients print lead to the pages here", async () => {
  expect(await leadsTo("/acme/support/r/call/0190")).toEqual([307, "/projects/acme/support/calls/0190"]);
  expect(await leadsTo("/a.b/c-d/r/call/x%20y")).toEqual([307, "/projects/a.b/c-d/calls/x%20y"]);
  for (const path of ["/acme/support/weave", "/acme/support/weave/objects/set/versions/abc"])
    expect(await leadsTo(path)).toEqual([307, "/projects/acme/support"]);
});

test("Paths of our own are never taken for such links", async () => {
  for (const own of ["api", "v1", "traces", "graphql"]) {
    const response = await fetch(`${SERVICE.url}/${own}/x/r/call/y`, { redirect: "manual" });
    expect([response.status, (await response.json()).detail]).toEqual([404, "Not Found"]);
  }
  const [status] = await leadsTo("/projects/x/r/call/y");
  expect(status).not.toBe(307);
});
