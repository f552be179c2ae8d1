import net from "node:net";
import { expect, test } from "vitest";
import { aFrontServer, reads } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { Application } from "./front-server.ts";

/** Says no by what the header says alone. */
const refuses: Application = (_, response) => {
  response.statusCode = 413;
  response.setHeader("Content-Type", "application/json");
  response.end('{"detail":"too large"}');
  return Promise.resolve();
};
const patient = (more: Record<string, string> = {}) =>
  rawRequest("POST", "/api/x", {
    Connection: "keep-alive",
    Expect: "100-continue",
    "Content-Length": "2",
    ...more,
  });

test("A body that is refused by its declared length is not asked for, and the connection ends with the answer", async () => {
  const { port } = await aFrontServer(refuses);
  const socket = net.connect({ port, host: "127.0.0.1" });
  let answer = "";
  for await (const piece of socket.on("connect", () => socket.write(patient()))) answer += String(piece);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
});

test("What is no request for us is refused before its body, too", async () => {
  const { port, seen } = await aFrontServer();
  const answer = await sendRaw(port, patient({ Expect: "200-ok, 100-continue" }));
  expect([answer.status, seen.length]).toEqual([417, 0]);
});

test("A body that is read is asked for once, and so is the next on the same connection", async () => {
  const { port, seen } = await aFrontServer(reads);
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (piece) => {
    answer += String(piece);
  });
  for (const times of [1, 2]) {
    socket.write(patient());
    await expect.poll(() => answer.match(/100 Continue/g)?.length).toBe(times);
    socket.write("{}");
    await expect.poll(() => answer.match(/200 OK/g)?.length).toBe(times);
  }
  socket.destroy();
  expect(seen).toHaveLength(2);
});
