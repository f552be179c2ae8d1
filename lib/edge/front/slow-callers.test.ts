import net from "node:net";
import { expect, test } from "vitest";
import { aFrontServer, reads } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { Application } from "./front-server.ts";

test("A body that stops coming is a 408, and the connection is closed", async () => {
  const { port } = await aFrontServer(reads, 0, {
    patience: { graceMs: 50, bytesPerSecond: 1_000_000, silenceMs: 60_000 },
  });
  const head = "POST /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nonly a part";
  const answer = await sendRaw(port, head);
  expect([answer.status, answer.headers.get("connection")]).toEqual([408, "close"]);
});

test("An answer that never begins is a 503, and its work is aborted", async () => {
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
