import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { log } from "#lib/platform/log.ts";
import { aFrontServer } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { Application } from "./front-server.ts";

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

test("An answer that broke off and a caller who left have different statuses in the log", async () => {
  const logged = vi.spyOn(log, "info");
  const began = Promise.withResolvers<void>();
  const { port } = await aFrontServer((request, response) => {
    response.write("the beginning");
    if (request.url === "/broken") response.destroy(new Error("the database went away"));
    else began.resolve();
    return Promise.resolve();
  });
  await fetch(`http://127.0.0.1:${port}/broken`).then(
    (response) => response.text(),
    () => "",
  );
  const leaving = new AbortController();
  const left = fetch(`http://127.0.0.1:${port}/left`, { signal: leaving.signal }).then((response) =>
    response.text(),
  );
  await began.promise;
  leaving.abort();
  await expect(left).rejects.toThrow();
  const statuses = () =>
    Object.fromEntries(logged.mock.calls.map(([line]) => [Object(line).path, Object(line).status]));
  await expect.poll(statuses).toEqual({ "/broken": 500, "/left": 499 });
  logged.mockRestore();
});

test("With one trusted proxy, the caller's address is the one that the proxy saw", async () => {
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

test("The length that Next has removed from an answer is put back, unless the answer was compressed", async () => {
  const answers: Application = async (request, response) => {
    response.setHeader("X-Spindle-Known-Length", "4");
    if (request.url === "/packed") response.setHeader("Content-Encoding", "gzip");
    response.flushHeaders();
    response.end("file");
  };
  const { port } = await aFrontServer(answers);
  const plain = await sendRaw(port, rawRequest("GET", "/plain"));
  const packed = await sendRaw(port, rawRequest("GET", "/packed"));
  const lengths = ({ headers }: typeof plain) =>
    ["content-length", "x-spindle-known-length"].map((name) => headers.get(name));
  expect([lengths(plain), lengths(packed)]).toEqual([
    ["4", undefined],
    [undefined, undefined],
  ]);
  expect(plain.body).toBe("file");
});

test("An application that throws is a 500 without a word of why", async () => {
  const { port } = await aFrontServer(() => Promise.reject(new Error("password is hunter2")));
  const answer = await sendRaw(port, rawRequest("GET", "/api/x"));
  expect([answer.status, answer.body]).toEqual([500, '{"detail":"Internal Server Error"}']);
});
