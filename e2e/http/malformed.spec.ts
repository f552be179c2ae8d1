import { expect, test } from "@playwright/test";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import { keyHeaders, SERVICE } from "../support/fixtures.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";

const port = () => Number(new URL(SERVICE.url).port);

for (const target of [
  ...["/api/annotation_queues/%zz/items", "/v1/%", "/traces/%ff", "/api/annotation_queues/%00/items"],
  ...["/api/annotation_queues/a%2fb/items", "/api/annotation_queues/..%5c/items", "/api/../etc/passwd"],
  ...["/%2e%2e/etc/passwd", "/sign-in/%c0%ae", "/_next/static/%zz", "http://127.0.0.1:1/api/v1/health"],
])
  test(`GET ${target} is a 400 in JSON`, async () => {
    const answer = await sendRaw(port(), rawRequest("GET", target));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { detail: "Malformed request path" }]);
  });

test("An empty path segment is a 404 and leads nowhere else", async () => {
  for (const target of ["//", "//evil.example/", "/api//v1/health", "/sign-in//"]) {
    const answer = await sendRaw(port(), rawRequest("GET", target));
    expect([target, answer.status, answer.headers.has("location")]).toEqual([target, 404, false]);
  }
});

test("Too long an address, and too many or too large headers, are refused, and the service still answers", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`X-Header-${i}`, "1"]));
  expect((await sendRaw(port(), rawRequest("GET", `/v1/health?${"q".repeat(9_000)}`))).status).toBe(414);
  expect((await sendRaw(port(), rawRequest("GET", "/v1/health", many))).status).toBe(431);
  expect(
    (await sendRaw(port(), rawRequest("GET", "/v1/health", { "X-Huge": "a".repeat(17_000) }))).status,
  ).toBe(431);
  expect((await sendRaw(port(), rawRequest("GET", "/v1/health"))).status).toBe(200);
});

test("Unknown methods are refused: 400 for what HTTP does not know, 405 for what we do not", async () => {
  expect((await sendRaw(port(), rawRequest("FOO", "/v1/health"))).status).toBe(400);
  expect((await sendRaw(port(), rawRequest("PROPFIND", "/v1/health"))).status).toBe(405);
  const head = await sendRaw(port(), rawRequest("HEAD", "/v1/health"));
  expect([head.status, head.body]).toEqual([200, ""]);
});

test("Two readings of where a request ends are refused, and nothing is smuggled", async () => {
  const inner = "GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n";
  for (const rest of [
    `Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ${inner}`,
    `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `X-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}${inner}`,
  ]) {
    const answer = await sendRaw(port(), `POST /api/call/read HTTP/1.1\r\nHost: a\r\n${rest}`);
    expect([answer.status, answer.body.includes('"ok"')]).toEqual([400, false]);
  }
});

test("A WebSocket upgrade is refused", async () => {
  const key = { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" };
  const headers = { Connection: "Upgrade", Upgrade: "websocket", ...key };
  for (const target of ["/", "/_next/webpack-hmr", "http://127.0.0.1:1/"])
    expect((await sendRaw(port(), rawRequest("GET", target, headers))).status).toBe(400);
});

test("Headers that steer Next, and a foreign Host, change neither access nor where an answer leads", async () => {
  const body = JSON.stringify({ project_id: SERVICE.project, id: "none" });
  const spoofs: Record<string, string>[] = [
    { "X-Middleware-Subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "X-Middleware-Rewrite": "/api/v1/health" },
    { "X-Nextjs-Data": "1", RSC: "1" },
    { "Next-Action": "7f0000000000000000000000000000000000000000" },
    { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.1" },
    { Host: "evil.example" },
  ];
  for (const spoof of spoofs) {
    const length = { "Content-Length": String(body.length), "Content-Type": "application/json" };
    const post = await sendRaw(port(), rawRequest("POST", "/api/call/read", { ...length, ...spoof }) + body);
    expect([spoof, post.status]).toEqual([spoof, 401]);
    const page = await sendRaw(port(), rawRequest("GET", "/sign-in", spoof));
    expect(page.headers.get("location") ?? "").not.toContain("evil.example");
    expect(page.body).not.toContain("evil.example");
  }
});

for (const encoding of ["gzip", "br", "deflate", "zstd"])
  test(`A body said to be ${encoding} is a 415 and is not unpacked`, async () => {
    const headers = { ...keyHeaders(), "Content-Type": "application/json", "Content-Encoding": encoding };
    const response = await fetch(`${SERVICE.url}/api/call/read`, { method: "POST", headers, body: "x" });
    expect(response.status).toBe(415);
  });

for (const type of [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=a",
  "application/jsonp",
])
  test(`A body of type ${type} is a 415`, async () => {
    const headers = { ...keyHeaders(), "Content-Type": type };
    const response = await fetch(`${SERVICE.url}/api/call/read`, { method: "POST", headers, body: "{}" });
    expect(response.status).toBe(415);
  });

test("A sender that leaves in the middle of a body leaves no data, and may send it again", async () => {
  const call = aCall({ text: "a".repeat(200_000) });
  const body = JSON.stringify(aBatchOf(call));
  const head = rawRequest("POST", "/api/call/upsert_batch", {
    ...keyHeaders(),
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
  });
  const net = await import("node:net");
  for (const share of [0.1, 0.5, 0.999])
    await new Promise<void>((resolve) => {
      const socket = net.connect(port(), "127.0.0.1", () => {
        socket.write(head + body.slice(0, Math.floor(body.length * share)), () => socket.destroy());
      });
      socket.once("close", () => resolve());
    });
  const read = () => api("/api/call/read", { project_id: SERVICE.project, id: call.id });
  expect((await (await read()).json()).call ?? null).toBeNull();
  for (let times = 0; times < 2; times++)
    expect((await api("/api/call/upsert_batch", aBatchOf(call))).status).toBe(200);
  expect((await (await read()).json()).call.inputs).toEqual(call.inputs);
});
