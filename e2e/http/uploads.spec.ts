import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { type Service, startService } from "../support/service.ts";
import { webMemoryBytes } from "../support/web-memory.ts";

const BOUNDARY = "a-boundary-of-the-tests";
const MIB = 1024 * 1024;
/** Looking without a pause would take from the service what the file needs. */
const LOOK_EVERY_MS = 20;
const PROJECT = { entity: "acme", project: "support" };

/** A service of its own, whose memory nothing else fills. */
const { key } = mintApiKey();
let service: Service;

test.beforeAll(async () => {
  service = await startService({ INIT_PROJECT: `${PROJECT.entity}/${PROJECT.project}`, INIT_API_KEY: key });
});

test.afterAll(async () => {
  await service.stop();
  fs.rmSync(service.dataDir, { recursive: true, force: true });
});

const bearer = { Authorization: `Bearer ${key}` };

const ROW = `${JSON.stringify({
  messages: [
    { role: "user", content: "Where is my parcel?" },
    { role: "assistant", content: "x".repeat(900) },
  ],
})}\n`;
const CHUNK = Buffer.from(ROW.repeat(1000));

/** Of a list of many small values. */
const ELEMENT = '{"token":"token_id:42","logprob":-0.7,"bytes":[],"top_logprobs":[]},';

function partOf(name: string, value: string, more = ""): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
}

/** Sends a form with a file of `chunks` times a thousand rows, as fast as it is taken. */
function upload(chunks: number): Promise<{ status: number; body: string; sha256: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...bearer, "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
    const hash = createHash("sha256");
    const request = http.request(`${service.url}/v1/files`, { method: "POST", headers }, (response) => {
      let body = "";
      response.on("data", (text) => {
        body += text;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, sha256: hash.digest("hex") }),
      );
    });
    request.on("error", reject);
    request.write(
      `${partOf("purpose", "fine-tune")}\r\n${partOf("project_id", `${PROJECT.entity}/${PROJECT.project}`)}\r\n`,
    );
    request.write(partOf("file", "", '; filename="rows.jsonl"'));
    let sent = 0;
    const push = () => {
      while (sent < chunks) {
        sent++;
        hash.update(CHUNK);
        if (!request.write(CHUNK)) return void request.once("drain", push);
      }
      request.end(`\r\n--${BOUNDARY}--\r\n`);
    };
    push();
  });
}

test("A file of 300 MB is taken while others are answered, fills no memory, and comes back byte by byte", {
  tag: "@long",
}, async () => {
  await upload(1);
  const before = webMemoryBytes(service);
  let most = 0;
  const sending = upload(300);
  let isOver = false;
  void sending.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
    most = Math.max(most, webMemoryBytes(service) - before);
    await pause(LOOK_EVERY_MS);
  }
  const { status, body, sha256 } = await sending;
  expect(status, body).toBe(200);
  expect(most).toBeLessThan(200 * MIB);
  const file = JSON.parse(body);
  expect(file).toMatchObject({ bytes: 300 * CHUNK.length, rows: 300_000, sha256 });
  const content = await fetch(`${service.url}/v1/files/${file.id}/content`, { headers: bearer });
  const back = createHash("sha256");
  for await (const chunk of content.body ?? []) back.update(chunk);
  expect(back.digest("hex")).toBe(sha256);
  const gone = await fetch(`${service.url}/v1/files/${file.id}`, { method: "DELETE", headers: bearer });
  expect(gone.status).toBe(200);
});

test("A log of 99 MB is kept while others are answered, and a larger one is refused before it is read", {
  tag: "@long",
}, async () => {
  const made = await fetch(`${service.url}/v1/preview/models`, {
    method: "POST",
    headers: { ...bearer, "Content-Type": "application/json" },
    body: JSON.stringify({
      ...PROJECT,
      name: "large-log",
      base_model: "spindle-mini",
      return_existing: true,
    }),
  });
  const { id } = await made.json();
  const address = `${service.url}/v1/preview/models/${id}/log`;
  const send = (bytes: number) =>
    fetch(address, {
      method: "POST",
      headers: { ...bearer, "Content-Type": "application/json" },
      body: `{"trajectory_groups":[${ELEMENT.repeat(bytes / ELEMENT.length)}0]}`,
    });
  const before = webMemoryBytes(service);
  let most = 0;
  const sending = send(99 * MIB);
  let isOver = false;
  void sending.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
    most = Math.max(most, webMemoryBytes(service) - before);
    await pause(LOOK_EVERY_MS);
  }
  expect((await sending).status).toBe(200);
  // As values it would take several times as much.
  expect(most).toBeLessThan(500 * MIB);
  const refused = await send(101 * MIB).catch((error: unknown) => error);
  // The connection may close before all of the body was written.
  if (refused instanceof Response) expect(refused.status).toBe(413);
});
