import type { IncomingMessage, ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { openSockets, rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { AnswerPatience } from "./answer-patience.ts";
import type { Patience } from "./body-patience.ts";
import type { Shares } from "./connection-shares.ts";
import { type Application, createFrontServer, type FrontServer } from "./front-server.ts";

const running: FrontServer[] = [];

afterEach(async () => {
  for (const front of running.splice(0)) await front.drain(0);
});

/** A front server before an application that notes what reaches it and answers 200. */
async function aFrontServer(
  application?: Application,
  trustProxy = 0,
  limits: { patience?: Patience; answerPatience?: AnswerPatience; shares?: Shares; idleMs?: number } = {},
) {
  const seen: IncomingMessage[] = [];
  const front = createFrontServer({
    application: async (request, response) => {
      seen.push(request);
      if (application) await application(request, response);
      else response.end("fine");
    },
    trustProxy,
    https: false,
    ...limits,
  });
  running.push(front);
  await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve));
  const { port } = front.server.address() as AddressInfo;
  return { front, port, seen };
}

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

test("Headers that steer Next or pretend to come from a proxy do not reach the application", async () => {
  const { port, seen } = await aFrontServer();
  const spoofed = {
    "X-Middleware-Subrequest": "middleware",
    "Next-Action": "abc",
    "X-Nextjs-Data": "1",
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Host": "evil.example",
    "X-Spindle-Client-Address": "6.6.6.6",
    RSC: "1",
  };
  await sendRaw(port, rawRequest("GET", "/", spoofed));
  const headers = seen[0]?.headers ?? {};
  expect(headers).toMatchObject({
    "x-forwarded-for": "127.0.0.1",
    "x-spindle-client-address": "127.0.0.1",
    rsc: "1",
  });
  const stripped = ["x-middleware-subrequest", "next-action", "x-nextjs-data", "x-forwarded-host"];
  expect(Object.keys(headers).filter((name) => stripped.includes(name))).toEqual([]);
});

test("Behind one trusted proxy the caller's address is the one that the proxy saw", async () => {
  const { port, seen } = await aFrontServer(undefined, 1);
  await sendRaw(port, rawRequest("GET", "/", { "X-Forwarded-For": "6.6.6.6, 10.1.2.3" }));
  expect(seen[0]?.headers["x-spindle-client-address"]).toBe("10.1.2.3");
});

test("A caller's request id comes back, and an unusable one is replaced", async () => {
  const { port, seen } = await aFrontServer();
  const kept = await sendRaw(port, rawRequest("GET", "/", { "X-Request-Id": "run-2026-11-21" }));
  expect(kept.headers.get("x-request-id")).toBe("run-2026-11-21");
  const replaced = await sendRaw(port, rawRequest("GET", "/", { "X-Request-Id": "a b" }));
  expect(replaced.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(seen[1]?.headers["x-request-id"]).toBe(replaced.headers.get("x-request-id"));
});

test("Every answer has the security headers, and the application's own win", async () => {
  const own = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === "/page") response.setHeader("Content-Security-Policy", "default-src 'self'");
    response.end("fine");
    return Promise.resolve();
  };
  const { port } = await aFrontServer(own);
  const answers = await Promise.all(
    ["/api/v1/health", "/page", "/%zz", "//"].map((t) => sendRaw(port, rawRequest("GET", t))),
  );
  for (const { headers } of answers) {
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
  expect(answers[0]?.headers.get("content-security-policy")).toContain("sandbox");
  expect(answers[0]?.headers.get("cache-control")).toBe("no-store");
  expect(answers[1]?.headers.get("content-security-policy")).toBe("default-src 'self'");
});

test("An error page of the application becomes JSON, unless a browser asked for a page", async () => {
  const failing: Application = async (_, response) => {
    response.writeHead(500, { "Content-Type": "text/html", "Content-Length": "9" });
    response.write("<h1>");
    response.end("</h1>");
  };
  const { port } = await aFrontServer(failing);
  const api = await sendRaw(port, rawRequest("GET", "/api/x"));
  expect([api.status, JSON.parse(api.body)]).toEqual([500, { detail: "Internal Server Error" }]);
  const program = await sendRaw(port, rawRequest("GET", "/x", { Accept: "*/*" }));
  expect([program.status, JSON.parse(program.body)]).toEqual([500, { detail: "Internal Server Error" }]);
  const pages: Record<string, string>[] = [{ Accept: "text/html,*/*" }, { RSC: "1" }];
  for (const page of pages)
    expect((await sendRaw(port, rawRequest("GET", "/x", page))).body).toBe("<h1></h1>");
});

test("An error body that was compressed, or ended in one piece, becomes plain JSON under an API path", async () => {
  const pieces: Application[] = [
    async (_, response) => {
      response.writeHead(404, { "Content-Encoding": "gzip", "Content-Type": "text/html" });
      response.end(Buffer.from([0x1f, 0x8b]));
    },
    async (_, response) => {
      response.statusCode = 404;
      response.end("<html>");
    },
  ];
  for (const application of pieces) {
    const { port } = await aFrontServer(application);
    const answer = await sendRaw(port, rawRequest("GET", "/graphql/x"));
    expect([answer.status, answer.body]).toEqual([404, '{"detail":"Not Found"}']);
    expect(answer.headers.has("content-encoding")).toBe(false);
  }
});

test("An application that throws is a 500 without a word of why", async () => {
  const { port } = await aFrontServer(() => Promise.reject(new Error("password is hunter2")));
  const answer = await sendRaw(port, rawRequest("GET", "/api/x"));
  expect([answer.status, answer.body]).toEqual([500, '{"detail":"Internal Server Error"}']);
});

test("While it stops, a running request ends whole and no new connection is accepted", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const slow = sendRaw(port, rawRequest("GET", "/slow"));
  await begun;
  const drained = front.drain(5_000);
  await expect(sendRaw(port, rawRequest("GET", "/"))).rejects.toThrow();
  open();
  expect(await slow).toMatchObject({ status: 200, body: "whole" });
  await drained;
});

test("A connection that its client keeps open does not delay the stop once its answer is out", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const answer = sendRaw(port, rawRequest("GET", "/", { Connection: "keep-alive" }));
  await begun;
  const drained = front.drain(60_000);
  open();
  await drained;
  expect((await answer).body).toBe("whole");
});

test("A request that arrives on an open connection while the service stops is told to come back", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const received: string[] = [];
  const socket = net.connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("data", (chunk) => received.push(String(chunk)));
  socket.write(rawRequest("GET", "/first", { Connection: "keep-alive" }));
  await begun;
  const drained = front.drain(5_000);
  socket.write(rawRequest("GET", "/second", { Connection: "keep-alive" }));
  open();
  await Promise.all([drained, closed]);
  expect(received.join("")).toMatch(/200 OK[\s\S]*whole/);
  // The second is either refused or its connection closed unread; it is never half served.
  expect(
    received
      .join("")
      .match(/HTTP\/1\.1 \d+/g)
      ?.slice(1) ?? [],
  ).not.toContain("HTTP/1.1 200");
});

test("A request that never ends is cut when the time to stop is over", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(() => {
    begin();
    return new Promise<void>(() => undefined);
  });
  const stuck = sendRaw(port, rawRequest("GET", "/")).catch(() => null);
  await begun;
  await front.drain(50);
  await stuck;
  expect(front.server.listening).toBe(false);
});

/** Reads a body to its end before it answers. */
const reads: Application = async (request, response) => {
  for await (const _ of request);
  response.end("fine");
};

test("A body that stops coming is a 408, and the connection is closed", async () => {
  const { port } = await aFrontServer(reads, 0, {
    patience: { graceMs: 50, bytesPerSecond: 1_000_000, silenceMs: 60_000 },
  });
  const head = "POST /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nonly a part";
  const answer = await sendRaw(port, head);
  expect([answer.status, answer.headers.get("connection")]).toEqual([408, "close"]);
});

test("An answer that never begins is a 503, and the work for it is told to stop", async () => {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const stuck: Application = async (_, response) => {
    response.once("close", () => leave());
    await left;
  };
  const { port } = await aFrontServer(stuck, 0, { answerPatience: { ordinaryMs: 50, longMs: 60_000 } });
  const body = rawRequest("POST", "/api/file/create", { "Content-Length": "2" });
  const answer = await sendRaw(port, `${body}{}`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(JSON.parse(answer.body).detail).toContain("took too long");
  await left;
});

test("a caller may wait for an answer longer than a connection may be silent, but not fall silent in the middle", async () => {
  const slow: Application = async (_request, response) => {
    const idle = Promise.withResolvers<void>();
    response.socket?.once("timeout", () => idle.resolve());
    await idle.promise;
    response.end("late");
  };
  const { port } = await aFrontServer(slow, 0, { idleMs: 50 });
  expect(await sendRaw(port, rawRequest("GET", "/api/v1/health"))).toMatchObject({
    status: 200,
    body: "late",
  });
  const silent = net.connect(port, "127.0.0.1");
  silent.write("POST /api/v1/health HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
  await new Promise((resolve) => silent.once("close", resolve));
});

const shares: Shares = { connections: 8, silentOfAddress: 4, requests: 6, requestsOfAddress: 4 };

test("Silent connections beyond an address's share make way, the oldest first; a proxy keeps its own until all are taken", async () => {
  const closedOf = async (trustProxy: number) => {
    const { port } = await aFrontServer(undefined, trustProxy, { shares });
    const sockets = await openSockets(port, 7);
    const closed: number[] = [];
    for (const [index, socket] of sockets.entries()) socket.once("close", () => closed.push(index));
    // Behind its answer every earlier connection has been looked at.
    expect((await sendRaw(port, rawRequest("GET", "/"))).status).toBe(200);
    expect((await sendRaw(port, rawRequest("GET", "/"))).status).toBe(200);
    const [kept] = sockets.slice(-1);
    kept?.write(rawRequest("GET", "/"));
    await new Promise((resolve) => kept?.once("close", resolve));
    for (const socket of sockets) socket.destroy();
    return closed.filter((index) => index < 6);
  };
  expect(await closedOf(0)).toEqual([0, 1, 2, 3]);
  expect(await closedOf(1)).toEqual([]);
});

test("When all connections are taken those on which nothing happens make way, and health is told however full it is", async () => {
  const gate = Promise.withResolvers<void>();
  const waiting: Application = async (request, response) => {
    if (!request.url?.includes("health")) await gate.promise;
    response.end("fine");
  };
  const { port, seen } = await aFrontServer(waiting, 1, { shares });
  const ask = (address: string, path = "/api/x") =>
    sendRaw(port, rawRequest("GET", path, { "X-Forwarded-For": address }));
  const underWay = [...Array(4).fill("10.0.0.1"), "10.0.0.2", "10.0.0.3"].map((address) => ask(address));
  await vi.waitUntil(() => seen.length === 6);

  const crowded = await ask("10.0.0.1");
  expect([crowded.status, crowded.headers.get("connection")]).toEqual([503, "close"]);
  await openSockets(port, 12);
  for (const path of ["/v1/health", "/api/v1/health", "/traces/health"])
    expect((await ask("10.0.0.1", path)).status).toBe(200);

  gate.resolve();
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await ask("10.0.0.1")).status).toBe(200);
});

test("Requests of one address beyond its share are a 429 that says so, and others are served", async () => {
  const gate = Promise.withResolvers<void>();
  const waiting: Application = async (request, response) => {
    if (request.url === "/slow") await gate.promise;
    response.end("fine");
  };
  const { port, seen } = await aFrontServer(waiting, 1, { shares });
  const ask = (address: string, path: string) =>
    sendRaw(port, rawRequest("GET", path, { "X-Forwarded-For": address }));
  const underWay = Array.from({ length: 4 }, () => ask("10.0.0.1", "/slow"));
  await vi.waitUntil(() => seen.length === 4);
  const refused = await ask("10.0.0.1", "/");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(JSON.parse(refused.body).detail).toContain("4 requests of your address");
  expect((await ask("10.0.0.2", "/")).status).toBe(200);
  gate.resolve();
  await Promise.all(underWay);
});
