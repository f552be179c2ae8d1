import net from "node:net";
import { expect, test, vi } from "vitest";
import { log } from "#lib/platform/log.ts";
import { aFrontServer } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { Application } from "./front-server.ts";
import { MAX_WAITING } from "./turns-on-connection.ts";

const keptOpen = (target: string) => rawRequest("GET", target, { Connection: "keep-alive" });

/** An application whose answers come when the test says so, by path. */
function answeredLater() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (url: string) => {
    const gate = gates.get(url) ?? Promise.withResolvers<void>();
    gates.set(url, gate);
    return gate;
  };
  const application: Application = async (request, response) => {
    await gateOf(request.url ?? "").promise;
    response.end(`answer of ${request.url}`);
  };
  return { application, letGo: (url: string) => gateOf(url).resolve() };
}

test("A request that was sent without waiting for the answer before it runs after that one", async () => {
  const { application, letGo } = answeredLater();
  const { port, seen } = await aFrontServer(application);
  letGo("/second");
  const answer = sendRaw(port, keptOpen("/first") + rawRequest("GET", "/second"));
  await vi.waitUntil(() => seen.length > 0, { timeout: 15_000 });
  // Another connection is answered in between, so the second request had every occasion.
  letGo("/other");
  await sendRaw(port, rawRequest("GET", "/other"));
  expect(seen.map(({ url }) => url)).toEqual(["/first", "/other"]);
  letGo("/first");
  expect((await answer).body).toMatch(/answer of \/first.*answer of \/second/s);
  expect(seen.map(({ url }) => url)).toEqual(["/first", "/other", "/second"]);
});

test.each([
  ["of HTTP/1.0 without a length", "GET /api/one HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", 200],
  ["that refuses", keptOpen(`/api/${"a".repeat(8_300)}`), 414],
])(
  "What follows an answer %s, which closes the connection, is neither run nor logged",
  async (_, first, status) => {
    const logged = vi.spyOn(log, "info");
    const answers: Application = async (_request, response) => {
      response.write("one of ");
      await new Promise(setImmediate);
      response.end("two");
    };
    const { port, seen } = await aFrontServer(answers);
    const answer = await sendRaw(port, first + keptOpen("/api/two"));
    expect(answer.status).toBe(status);
    await expect.poll(() => logged.mock.calls.length).toBe(1);
    await sendRaw(port, rawRequest("GET", "/api/three"));
    await expect.poll(() => logged.mock.calls.length).toBe(2);
    expect(logged.mock.calls.map(([line]) => Object(line).status)).toEqual([status, 200]);
    expect(seen.map(({ url }) => url)).not.toContain("/api/two");
    logged.mockRestore();
  },
);

test("Only so many requests wait on one connection; the next is a 429, in its turn, and is the last", async () => {
  const logged = vi.spyOn(log, "info");
  const { application, letGo } = answeredLater();
  const { port, seen } = await aFrontServer(application);
  const socket = net.connect(port, "127.0.0.1");
  let answers = "";
  socket.on("data", (piece) => {
    answers += String(piece);
  });
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(keptOpen("/first") + keptOpen("/next").repeat(MAX_WAITING + 4));
  await vi.waitUntil(() => seen.length > 0, { timeout: 15_000 });
  for (const url of ["/next", "/first"]) letGo(url);
  await ended;
  expect(logged.mock.calls.map(([line]) => Object(line).status)).toEqual([
    ...Array(MAX_WAITING + 1).fill(200),
    429,
  ]);
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([...Array(MAX_WAITING + 1).fill(200), 429]);
  expect(seen).toHaveLength(MAX_WAITING + 1);
  logged.mockRestore();
});

test("Bytes that are no request are refused after the answers to those before them", async () => {
  const { application, letGo } = answeredLater();
  const { port, seen } = await aFrontServer(application);
  const broken = "POST /broken HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
  const answer = sendRaw(port, keptOpen("/first") + keptOpen("/second") + broken);
  await vi.waitUntil(() => seen.length > 0, { timeout: 15_000 });
  for (const url of ["/second", "/first"]) letGo(url);
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(body).toMatch(/answer of \/first.*answer of \/second.*400 Bad Request/s);
  expect(seen.map(({ url }) => url)).toEqual(["/first", "/second"]);
});

test("What follows a request that was to be the last does not take the place of its answer", async () => {
  const { application, letGo } = answeredLater();
  const { port, seen } = await aFrontServer(application);
  const answer = sendRaw(port, rawRequest("GET", "/first") + keptOpen("/second"));
  await vi.waitUntil(() => seen.length > 0, { timeout: 15_000 });
  letGo("/first");
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, "answer of /first"]);
  expect(seen).toHaveLength(1);
});

test("A body that breaks after its answer has begun adds nothing to that answer", async () => {
  const { port } = await aFrontServer(async (_, response) => {
    response.write("the beginning");
  });
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => {
    answer += String(piece);
  });
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
  await vi.waitUntil(() => answer.includes("the beginning"), { timeout: 15_000 });
  socket.write("zz\r\n");
  await ended;
  expect(answer).toMatch(/the beginning\r\n$/);
});
