import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { openSockets } from "#lib/testing/raw-http.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";
import { childOf, databaseOf, newDataDir, type Service, startService } from "../support/service.ts";

const { key } = mintApiKey();
let service: Service;

test.beforeAll(async () => {
  service = await startService({ INIT_PROJECT: "acme/support", INIT_API_KEY: key });
});

test.afterAll(async () => {
  await service.stop();
  fs.rmSync(service.dataDir, { recursive: true, force: true });
});

const store = (call = aCall()) => api("/api/call/upsert_batch", aBatchOf(call), service.url, key);
const health = (of = service) =>
  fetch(`${of.url}/v1/health`).then(
    (response) => response.status,
    () => 0,
  );

test("While a database of one's own is away the answer is a prompt 503 that says when to come back; it recovers by itself", {
  tag: "@long",
}, async () => {
  const directory = newDataDir();
  const postgres = await startEmbeddedPostgres(directory);
  const own = await startService({
    INIT_PROJECT: "acme/support",
    INIT_API_KEY: key,
    DATABASE_URL: postgres.url,
  });
  try {
    const storeOwn = () => api("/api/call/upsert_batch", aBatchOf(aCall()), own.url, key);
    expect((await storeOwn()).status).toBe(200);
    await postgres.stop();
    for (let times = 0; times < 3; times++) {
      const away = await storeOwn();
      expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await away.json()).toMatchObject({ detail: expect.stringMatching(/database/i) });
    }
    expect((await fetch(`${own.url}/v1/health`)).status).toBe(200);
    await startEmbeddedPostgres(directory, { port: new URL(postgres.url).port });
    await expect.poll(async () => (await storeOwn()).status).toBe(200);
  } finally {
    await own.stop();
    await postgres.stop();
    for (const folder of [directory, own.dataDir]) fs.rmSync(folder, { recursive: true, force: true });
  }
});

test("A database that dies is started again, and what was acknowledged is there", async () => {
  const call = aCall();
  expect((await store(call)).status).toBe(200);
  process.kill(databaseOf(service).pid, "SIGKILL");
  await expect.poll(async () => (await store()).status, { timeout: 30_000 }).toBe(200);
  const read = await api("/api/call/read", { project_id: "acme/support", id: call.id }, service.url, key);
  expect((await read.json()).call.id).toBe(call.id);
});

test("A web process that dies is started again", async () => {
  process.kill(childOf(service, "server.ts"), "SIGKILL");
  await expect.poll(() => health(), { timeout: 30_000 }).toBe(200);
});

test("Where a spare waits, a web process that dies under load is replaced at once, and so is the one after it", {
  tag: "@long",
}, async () => {
  const own = await startService({ INIT_PROJECT: "acme/support", INIT_API_KEY: key, WEB_SPARES: "1" });
  const pidsThat = (said: string) =>
    [...own.output().matchAll(new RegExp(`"pid":(\\d+),[^\n]*"msg":"${said}"`, "g"))].map(([, pid]) =>
      Number(pid),
    );
  const storeOwn = () =>
    api("/api/call/upsert_batch", aBatchOf(aCall()), own.url, key).then(
      (response) => response.status,
      () => 0,
    );
  try {
    for (const starts of [2, 3]) {
      await expect.poll(() => pidsThat("ready to serve").length, { timeout: 60_000 }).toBe(starts);
      const [serving = 0, spare] = [pidsThat("listening").at(-1), pidsThat("ready to serve").at(-1)];
      const cut = Promise.all(Array.from({ length: 20 }, storeOwn));
      process.kill(serving, "SIGKILL");
      // Running requests are lost with their connections; new ones wait for the spare process, not for a start.
      await cut;
      const statuses = await Promise.all(Array.from({ length: 20 }, () => health(own)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      await expect.poll(storeOwn).toBe(200);
      await expect.poll(() => pidsThat("listening").at(-1)).toBe(spare);
    }
    expect(own.output()).not.toMatch(/Warning/);
  } finally {
    await own.stop();
    fs.rmSync(own.dataDir, { recursive: true, force: true });
  }
});

test("Requests that wait for a locked table are refused with a retry hint, and other requests are served in between", {
  tag: "@long",
}, async () => {
  const client = new pg.Client({ connectionString: databaseOf(service).url });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE "call" IN ACCESS EXCLUSIVE MODE');
    const waiting = Promise.all(Array.from({ length: 40 }, () => store()));
    expect(await health()).toBe(200);
    const answers = await waiting;
    expect(
      answers.filter(({ status, headers }) => ![429, 503].includes(status) || !headers.has("retry-after")),
    ).toEqual([]);
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
  await expect.poll(async () => (await store()).status).toBe(200);
});

test("A key with only slow requests is refused beyond its share, and other keys are served", {
  tag: "@long",
}, async () => {
  const slow = [
    `POST /api/call/read HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`,
    `Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  ].join("");
  const sockets: net.Socket[] = [];
  const withKey = (authorization = `Bearer ${key}`) =>
    fetch(`${service.url}/api/me`, { headers: { Authorization: authorization } });
  const openUpTo = async (count: number) => {
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    if (open >= count) return;
    const some = await openSockets(Number(new URL(service.url).port), Math.min(64, count - open));
    // What is answered, as a busy database has it done, is under way no more.
    for (const socket of some) socket.once("data", () => socket.destroy()).write(slow);
    sockets.push(...some);
    await openUpTo(count);
  };
  try {
    // Silent connections of one address make way for each other, so each asks before the next ones come.
    const statusBeyondShare = async () => {
      await openUpTo(512);
      return (await withKey()).status;
    };
    await expect.poll(statusBeyondShare).toBe(429);
    const refused = await withKey(`Basic ${Buffer.from(`api:${key}`).toString("base64")}`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect((await refused.json()).detail).toMatch(/^512 requests with this API key .*; wait until some end$/);
    expect((await withKey(`Bearer ${await anotherKey()}`)).status).toBe(200);
    expect((await fetch(`${service.url}/sign-in`)).status).toBe(200);
    expect(await health()).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await store()).status).toBe(200);
});

test("Hundreds of requests of one key at once are all answered, on connections that have just been opened too", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 300 });
  const other = await anotherKey();
  try {
    const crowd = Promise.all(Array.from({ length: 300 }, () => statusOf("/api/me", { key, agent })));
    const beside = [];
    for (let times = 0; times < 3; times++) beside.push(await statusOf("/api/me", { key: other }));
    expect(beside).toEqual([200, 200, 200]);
    const counts = Object.groupBy(await crowd, String);
    expect(Object.keys(counts).filter((status) => !["200", "429"].includes(status))).toEqual([]);
    expect(counts["200"]?.length).toBeGreaterThan(0);
  } finally {
    agent.destroy();
  }
});

test("Long answers of one key that nobody reads take nothing from other keys", { tag: "@long" }, async () => {
  const inputs = { text: "x".repeat(20_000) };
  for (let batches = 0; batches < 4; batches++) {
    const calls = Array.from({ length: 250 }, () => aCall(inputs));
    expect((await api("/api/call/upsert_batch", aBatchOf(...calls), service.url, key)).status).toBe(200);
  }
  const body = JSON.stringify({
    project_id: "acme/support",
    sort_by: [{ field: "op_name", direction: "asc" }],
  });
  const ask = [
    `POST /api/calls/stream_query HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`,
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ].join("");
  const other = await anotherKey();
  const sockets = Array.from({ length: 250 }, () =>
    net
      .connect(service.port, "127.0.0.1")
      .on("error", () => undefined)
      .pause(),
  );
  try {
    for (const socket of sockets) socket.write(ask);
    const beside = [];
    for (let times = 0; times < 8; times++) {
      beside.push(await statusOf("/api/me", { key: other }));
      const read = await api("/api/calls/stream_query", body, service.url, other);
      beside.push((await read.text()).trimEnd().split("\n").length >= 1000 ? read.status : 0);
    }
    expect(new Set(beside)).toEqual(new Set([200]));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await store()).status).toBe(200);
  // Who has left holds no transaction: also those who left before their answer began.
  await expect.poll(waitingTransactions).toBe(0);
});

/** Transactions that wait for their client. */
async function waitingTransactions(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseOf(service).url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    );
    return rows.length;
  } finally {
    await client.end();
  }
}

/** The status of an answer that came whole; 0 where the connection was cut. */
function statusOf(path: string, { key, agent }: { key: string; agent?: http.Agent }): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${key}` };
    const asked = http.get(`${service.url}${path}`, { headers, ...(agent ? { agent } : {}) }, (answer) => {
      answer.on("end", () => resolve(answer.statusCode ?? 0)).resume();
    });
    asked.once("error", () => resolve(0));
  });
}

/** A second key of the same person. */
async function anotherKey(): Promise<string> {
  const { key: other, parts } = mintApiKey();
  const client = new pg.Client({ connectionString: databaseOf(service).url });
  await client.connect();
  await client.query(
    `INSERT INTO api_key (id, public_id, secret_hash, name, user_id, scopes, project_ids)
     SELECT gen_random_uuid()::text, $1, $2, 'another', user_id, scopes, project_ids FROM api_key LIMIT 1`,
    [parts.publicId, parts.secretHash],
  );
  await client.end();
  return other;
}

test("A fault of ours is a 500 without a reason, whose id finds the reason in the log", async () => {
  const client = new pg.Client({ connectionString: databaseOf(service).url });
  await client.connect();
  try {
    await client.query('ALTER TABLE "call" RENAME TO call_elsewhere');
    const failed = await api("/api/call/read", { project_id: "acme/support", id: "any" }, service.url, key);
    expect(failed.status).toBe(500);
    expect((await failed.json()).detail).toBe("Internal Server Error");
    const id = failed.headers.get("x-request-id") ?? "none";
    await expect
      .poll(() =>
        service
          .output()
          .split("\n")
          .some((line) => line.includes(id) && line.includes("does not exist")),
      )
      .toBe(true);
  } finally {
    await client.query('ALTER TABLE call_elsewhere RENAME TO "call"');
    await client.end();
  }
});

test("Neither the first password nor a key stands in any table", async () => {
  const [, password = "none"] = /\n +password +(\S{20})/.exec(service.output()) ?? [];
  expect((await store()).status).toBe(200);
  const client = new pg.Client({ connectionString: databaseOf(service).url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    let all = "";
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
      all += rows.map(({ row }) => row).join("\n");
    }
    expect(all).toContain("acme");
    for (const secret of [password, key.slice(-24)]) expect(all).not.toContain(secret);
  } finally {
    await client.end();
  }
});

test("Wrong keys are counted over all routes: the thirty-first is a 429, and a valid key still works", async () => {
  const paths = ["/api/call/read", "/api/threads/stream_query", "/api/feedback/query", "/api/objs/query"];
  const answers: (readonly [number, string | null])[] = [];
  for (let times = 0; times < 35; times++) {
    const answer = await api(paths[times % paths.length] ?? "", {}, service.url, `wrong-${times}`);
    answers.push([answer.status, answer.headers.get("retry-after")]);
  }
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => [401, null]));
  for (const answer of answers.slice(30)) expect(answer).toEqual([429, expect.stringMatching(/^\d{1,2}$/)]);
  expect((await store()).status).toBe(200);
});

test("More silent connections than there may be keep nobody waiting", async () => {
  const sockets = await openSockets(service.port, 1_030);
  expect(await health()).toBe(200);
  expect((await store()).status).toBe(200);
  // They have not merely run out of time: as many as one address may hold are still there.
  expect(sockets.filter(({ closed }) => !closed).length).toBeGreaterThan(100);
  for (const socket of sockets) socket.destroy();
});

test("Connections that send nothing, or one header a while, are closed, and others are served in between", {
  tag: "@long",
}, async () => {
  const begun = "POST /api/call/read HTTP/1.1\r\nHost: a\r\n";
  const sockets = Array.from({ length: 300 }, () =>
    net.connect(service.port, "127.0.0.1").on("error", () => undefined),
  );
  const closed = Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))),
  );
  for (const socket of sockets) socket.resume().write(begun);
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("X-Slow: 1\r\n");
  }, 1_000);
  expect((await store()).status).toBe(200);
  await closed; // the test's own time limit bounds this
  clearInterval(drip);
  expect((await store()).status).toBe(200);
});

test("Whatever callers send, the log is one JSON object a line and holds neither key nor invitation", async () => {
  const odd = "/api/\u001b[31mred%0d%0ainjected\u2028line";
  const before = service.output().length;
  const paths = ["/invitations/open-sesame", encodeURI(odd), `/v1/health?key=${key}`];
  for (const path of paths)
    await (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).text();
  const lines = () =>
    service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
  // A line reaches the output a moment after its answer reached the caller.
  for (const logged of ["/invitations/[token]", "injected", "/v1/health"])
    await expect.poll(() => service.output().slice(before)).toContain(logged);
  for (const line of lines()) expect(() => JSON.parse(line)).not.toThrow();
  expect(service.output()).not.toContain(key);
  expect(service.output()).not.toContain("open-sesame");
});
