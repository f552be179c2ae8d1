import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { aFrontServer } from "#lib/testing/front-server.ts";
import { rawRequest } from "#lib/testing/raw-http.ts";
import type { Application, FrontServer } from "./front-server.ts";
import { LINGER, type Linger } from "./lingering-close.ts";

const MIB = 1024 * 1024;
/** More than the buffers of a connection hold, on both sides together. */
const BODY_BYTES = 32 * MIB;
const HEAD = `POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;

/** Answers without a look at the body, as for one whose declared length is too large. */
const refuses: Application = async (_, response) => {
  response.writeHead(413, { Connection: "close", "Content-Type": "application/json" });
  response.end(JSON.stringify({ detail: "too large" }));
};

/** Reads a while, then stops and answers, as for one that turns out too large. */
const stops: Application = async (request, response) => {
  for await (const _ of request) break;
  await refuses(request, response);
};

const bounded = (limits: Partial<Linger>) => aFrontServer(refuses, 0, { linger: { ...LINGER, ...limits } });

/** A sender of a part of a body who has heard the answer and does not close. */
async function aSender(port: number) {
  const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const state = { socket, answer: "" };
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      state.answer += String(chunk);
    });
  socket.write(HEAD);
  await vi.waitUntil(() => state.answer.includes("too large"), { timeout: 15_000 });
  return state;
}

/** How many connections the server holds. */
const held = ({ server }: FrontServer) =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
const holds = (front: FrontServer, count: number) =>
  vi.waitUntil(async () => (await held(front)) === count, { timeout: 15_000 });

/** Sends pieces until it can no longer, and says how much that was. */
async function pour(socket: net.Socket, piece: Buffer): Promise<number> {
  let sentBytes = 0;
  while (!socket.destroyed) {
    await new Promise((resolve) => socket.write(piece, resolve));
    sentBytes += piece.length;
    // The server runs in this process, and a write to a socket with room leaves it no turn.
    await new Promise(setImmediate);
  }
  return sentBytes;
}

test.each([
  ["refused before it is read", refuses],
  ["refused in its middle", stops],
])(
  "A sender who reads nothing until the whole body is sent has the answer where it is %s",
  async (_, application) => {
    const { port } = await aFrontServer(application);
    const socket = net.connect(port, "127.0.0.1");
    await new Promise((resolve) => socket.write(HEAD, () => socket.write(Buffer.alloc(BODY_BYTES), resolve)));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('{"detail":"too large"}');
  },
);

test("What follows a refused body on its connection is no request", async () => {
  const { front, port, seen } = await bounded({});
  const { socket } = await aSender(port);
  socket.end(`${"x".repeat(BODY_BYTES)}${rawRequest("GET", "/smuggled")}`);
  await holds(front, 0);
  expect(seen).toHaveLength(1);
});

test("A sender without end is cut after so many bytes", async () => {
  const { port } = await bounded({ bytes: MIB });
  const { socket } = await aSender(port);
  expect(await pour(socket, Buffer.alloc(MIB / 4))).toBeLessThan(BODY_BYTES);
});

test("A sender of drops is cut when the time is over, and a silent one sooner", async () => {
  const dripping = await bounded({ ms: 100 });
  await pour((await aSender(dripping.port)).socket, Buffer.alloc(1));
  const silent = await bounded({ silenceMs: 50 });
  const { socket } = await aSender(silent.port);
  await holds(silent.front, 0);
  socket.destroy();
});

test("Only so many connections linger at once, and one that has gone leaves its place", async () => {
  const { port, front } = await bounded({ connections: 1 });
  const first = await aSender(port);
  const second = await aSender(port);
  await holds(front, 1);
  first.socket.destroy();
  await holds(front, 0);
  const third = await aSender(port);
  expect(await held(front)).toBe(1);
  for (const { socket } of [second, third]) socket.destroy();
});
