import fs from "node:fs";
import http from "node:http";
import { expect, test } from "@playwright/test";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { keyHeaders } from "../support/fixtures.ts";
import { type Service, startService } from "../support/service.ts";
import { webMemoryBytes } from "../support/web-memory.ts";

const CAP_BYTES = 32 * 1024 * 1024;
const SENT_BYTES = 100_000_000;

/** A service of its own, whose memory nothing else fills. */
const { key } = mintApiKey();
let service: Service;

test.beforeAll(async () => {
  service = await startService({ INIT_PROJECT: "acme/support", INIT_API_KEY: key });
});

test.afterAll(async () => {
  await service.stop();
  fs.rmSync(service.dataDir, { recursive: true, force: true });
});

type Answer = { status: number; connection: string | undefined; sent: number };

/** Sends zeros without end until the server answers; resolves with its status and how much it took. */
function pour(headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { ...keyHeaders(key), "Content-Type": "application/json", ...headers },
    };
    let sent = 0;
    let answered = false;
    const request = http.request(`${service.url}/traces/call/upsert_batch`, options, (response) => {
      answered = true;
      response.resume();
      request.destroy();
      resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, sent });
    });
    request.on("error", (error) => (answered ? undefined : reject(error)));
    const chunk = Buffer.alloc(1_000_000, 0x20);
    const push = () => {
      while (!answered && sent < SENT_BYTES) {
        sent += chunk.length;
        if (!request.write(chunk)) {
          request.once("drain", push);
          return;
        }
      }
      if (!answered) request.end();
    };
    push();
  });
}

test("A body whose declared length is above the limit is refused before it is read", async () => {
  const answer = await pour({ "Content-Length": String(SENT_BYTES) });
  expect([answer.status, answer.connection]).toEqual([413, "close"]);
  expect(answer.sent).toBeLessThan(CAP_BYTES);
});

test("A body of undeclared length is refused soon after it passes the limit, and does not fill the memory", async () => {
  const before = webMemoryBytes(service);
  const answer = await pour({ "Transfer-Encoding": "chunked" });
  expect([answer.status, answer.connection]).toEqual([413, "close"]);
  expect(answer.sent).toBeLessThan(SENT_BYTES);
  // The capped bytes, once as chunks and once more in the buffers of the connection.
  expect(webMemoryBytes(service) - before).toBeLessThan(3 * CAP_BYTES);
  expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
});
