import { expect, test } from "vitest";
import { aFrontServer, reads } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";

test.each([
  ["bad percent-encoding", "/api/annotation_queues/%zz/items"],
  ["a cut escape", "/v1/models/%e"],
  ["bytes that are no UTF-8", "/api/%ff"],
  ["NUL", "/projects/a%00b"],
  ["an encoded slash in an API path", "/api/annotation_queues/a%2fb/items"],
  ["an encoded backslash in an API path", "/api/annotation_queues/a%5Cb/items"],
  ["an encoded slash below a model", "/v1/models/owner%2Fname/more"],
  ["an encoded way up in the name of a model", "/v1/models/owner%2F..%2Fname"],
  ["an encoded backslash in the name of a model", "/v1/models/owner%5Cname"],
  ["a parent segment", "/api/../secret"],
  ["an encoded parent segment", "/projects/%2e%2e/x"],
  ["a backslash", "/api\\v1"],
  ["an absolute address", "http://elsewhere.example/api/v1/health"],
])("A path with %s is a 400 with a JSON body and never reaches the application", async (_, target) => {
  const { port, seen } = await aFrontServer();
  const answer = await sendRaw(port, rawRequest("GET", target));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({ detail: "Malformed request path" });
  expect(seen).toHaveLength(0);
});

test("A path with an empty segment is a 404 and not a redirect", async () => {
  const { port } = await aFrontServer();
  for (const target of ["//evil.example/x", "/api//v1/health"]) {
    const answer = await sendRaw(port, rawRequest("GET", target));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([404, { detail: "Not Found" }]);
  }
});

test("An encoded slash in a page's address is an ordinary character", async () => {
  const { port, seen } = await aFrontServer();
  expect((await sendRaw(port, rawRequest("GET", "/projects/a/b/threads/x%2Fy"))).status).toBe(200);
  expect(seen[0]?.url).toBe("/projects/a/b/threads/x%2Fy");
});

test.each(["/v1/models/owner%2Fname", "/api/v1/models/wandb-artifact%3A%2F%2F%2Fowner%2Fproject%2Fname"])(
  "The name of a model keeps its slashes: %s",
  async (target) => {
    const { port, seen } = await aFrontServer();
    expect((await sendRaw(port, rawRequest("GET", target))).status).toBe(200);
    expect(seen[0]?.url).toBe(target);
  },
);

test("Addresses over 8 KiB are 414, over 100 headers or 16 KiB of them 431, and the server lives on", async () => {
  const { port, seen } = await aFrontServer();
  expect((await sendRaw(port, rawRequest("GET", `/${"a".repeat(8_300)}`))).status).toBe(414);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`X-${i}`, "1"]));
  expect((await sendRaw(port, rawRequest("GET", "/", many))).status).toBe(431);
  expect((await sendRaw(port, rawRequest("GET", "/", { "X-Long": "a".repeat(20_000) }))).status).toBe(431);
  expect(seen).toHaveLength(0);
  expect((await sendRaw(port, rawRequest("GET", "/"))).status).toBe(200);
});

const LONE_BODY = "Content-Length: 2\r\nConnection: close\r\n\r\n{}";
test.each([
  ["no Host", 400, "GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["two Hosts", 400, "GET /v1/health HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n"],
  ["one Host twice", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["another expectation", 417, `POST /v1/files HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n${LONE_BODY}`],
  ["a body for a page", 404, `POST /feedback/batch/create HTTP/1.1\r\nHost: a\r\n${LONE_BODY}`],
  ["too long an address", 414, rawRequest("GET", `/${"a".repeat(8_300)}`)],
  ["too large a header", 431, rawRequest("GET", "/", { "X-Long": "a".repeat(20_000) })],
])("A request with %s is a %d that says why in JSON", async (_, status, request) => {
  const { port, seen } = await aFrontServer();
  const answer = await sendRaw(port, request);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/json"]);
  expect(JSON.parse(answer.body)).toEqual({ detail: expect.stringMatching(/\w+ \w+/) });
  expect(seen).toHaveLength(0);
});

test("HTTP/1.0 knows no Host, and a body may wait until it is asked for", async () => {
  const { port } = await aFrontServer(reads);
  expect((await sendRaw(port, "GET /v1/health HTTP/1.0\r\n\r\n")).status).toBe(200);
  const patient = rawRequest("POST", "/api/x", { Expect: "100-continue", "Content-Length": "2" });
  expect((await sendRaw(port, `${patient}{}`)).body).toContain("200 OK");
});

test("A method that the interface has nowhere is 405 with Allow; one that HTTP does not know is 400", async () => {
  const { port } = await aFrontServer();
  const answer = await sendRaw(port, rawRequest("PROPFIND", "/api/v1/health"));
  expect([answer.status, answer.headers.get("allow")]).toEqual([
    405,
    "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  ]);
  expect(JSON.parse(answer.body)).toEqual({ detail: "Method Not Allowed" });
  expect((await sendRaw(port, rawRequest("FOO", "/"))).status).toBe(400);
});

test.each([
  ["two lengths", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["a folded header", "X-Note: one\r\n two\r\n\r\n"],
])("A request with %s is refused and its connection closed", async (_, rest) => {
  const { port, seen } = await aFrontServer();
  const answer = await sendRaw(
    port,
    `POST /api/x HTTP/1.1\r\nHost: a\r\n${rest}GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  expect(answer.status).toBe(400);
  expect(answer.headers.get("connection")).toBe("close");
  expect(seen.map((request) => request.url)).not.toContain("/smuggled");
});

test("A WebSocket upgrade is refused; another upgrade is offered in vain and the request served", async () => {
  const { port } = await aFrontServer();
  const socket = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": "a",
    "Sec-WebSocket-Version": "13",
  };
  expect((await sendRaw(port, rawRequest("GET", "/", socket))).status).toBe(400);
  const h2c = rawRequest("GET", "/", { Connection: "Upgrade, close", Upgrade: "h2c" });
  expect((await sendRaw(port, h2c)).status).toBe(200);
});
