import net from "node:net";
import { expect, test } from "vitest";
import { aFrontServer } from "#lib/testing/front-server.ts";
import type { Application } from "./front-server.ts";

/** How a connection ended whose reader asked in this version: with an end, or with an error. */
async function endOf(port: number, version: string): Promise<{ answer: string; error: string | null }> {
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  let error: string | null = null;
  socket.on("error", (found: NodeJS.ErrnoException) => {
    error = found.code ?? found.message;
  });
  socket.on("data", (piece) => {
    answer += String(piece);
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`GET /api/x HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await closed;
  return { answer, error };
}

/** Sends some whole lines, and breaks off once they have left. */
const breaksOff: Application = (_, response) =>
  new Promise((resolve) => {
    response.write('{"row":1}\n', () => {
      response.destroy(new Error("the database went away"));
      resolve();
    });
  });

test("A body without a length that breaks off is a reset in HTTP/1.0, and lacks its last chunk in HTTP/1.1", async () => {
  const { port } = await aFrontServer(breaksOff);
  expect((await endOf(port, "1.0")).error).toBe("ECONNRESET");
  expect((await endOf(port, "1.1")).answer).not.toContain("\r\n0\r\n\r\n");
});

test("A whole body in HTTP/1.0 ends in peace", async () => {
  const { port } = await aFrontServer(async (_, response) => {
    response.write('{"row":1}\n');
    response.end('{"row":2}\n');
  });
  const { answer, error } = await endOf(port, "1.0");
  expect(error).toBeNull();
  expect(answer).toMatch(/\{"row":1\}\n\{"row":2\}\n$/);
});

test("A stream that a stopping service cuts is a reset, too", async () => {
  const began = Promise.withResolvers<void>();
  const { port, front } = await aFrontServer(async (_, response) => {
    response.write('{"row":1}\n', () => began.resolve());
  });
  const end = endOf(port, "1.0");
  await began.promise;
  await front.drain(0);
  expect((await end).error).toBe("ECONNRESET");
});
