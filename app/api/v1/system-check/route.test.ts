import { expect, test } from "vitest";
import { checkSystem } from "#lib/contract/jobs/system.ts";
import { dropLease, takeLease, WORKER_LEASE } from "#lib/jobs/worker/lease.ts";
import { openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { overrideSettings, samplerAddress } from "#lib/platform/env.ts";
import { noteNode } from "#lib/platform/processes/note-node.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
startTestSampler();

test("while worker, trainer and sampler run, everyone sees that each part works, in booleans only", async () => {
  const release = await aWorker();
  await aTrainer();
  const response = await check(null);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    success: true,
    api: true,
    database: true,
    migrations: true,
    worker: true,
    trainer: true,
    sampler: true,
    disk: true,
    cpu_queue: { success: true },
    gpu_queue: { success: true },
  });
  await release();
});

test("another method is refused with the list of allowed ones", async () => {
  const response = await api.send(null, { path: checkSystem.path, body: {} });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("without a worker the answer is a 503 with the same body", async () => {
  const response = await check(null);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    success: false,
    database: true,
    worker: false,
    cpu_queue: { success: false },
    gpu_queue: { success: true },
  });
});

test("without a trainer or a sampler the queue of their work fails, and the sampler's address is never shown", async () => {
  const release = await aWorker();
  const caller = await api.aCaller();
  const earlier = samplerAddress();
  overrideSettings({ SPINDLE_SAMPLER_URL: "http://127.0.0.1:1", SPINDLE_SAMPLER_TOKEN: "a token" });
  await api.db.query(sql`delete from node`);
  const response = await check(caller);
  expect(response.status).toBe(503);
  const body = await response.json();
  expect(body).toMatchObject({
    trainer: false,
    sampler: false,
    worker: true,
    cpu_queue: { success: true, errors: [] },
    gpu_queue: { success: false },
    details: { sampler: { active: null, waiting: null, policies: null }, trainer: { beat_age_ms: null } },
  });
  expect(body.gpu_queue.errors).toEqual([
    "No trainer runs: training jobs wait",
    expect.stringContaining("The sampler does not answer"),
  ]);
  expect(body.details.failures).toEqual(body.gpu_queue.errors);
  expect(JSON.stringify(body)).not.toContain("127.0.0.1");
  overrideSettings({ SPINDLE_SAMPLER_URL: earlier?.url ?? "", SPINDLE_SAMPLER_TOKEN: earlier?.token ?? "" });
  await aTrainer();
  await release();
});

test("a caller with a credential gets reasons and numbers, one with a bad credential booleans", async () => {
  const caller = await api.aCaller();
  const idle = await (await check(caller)).json();
  expect(idle.cpu_queue.errors).toEqual([expect.stringContaining("No worker holds the lease")]);
  expect(idle.details.failures).toEqual(idle.cpu_queue.errors);
  const release = await aWorker();
  const body = await (await check(caller)).json();
  expect(body.details).toMatchObject({ pending_migrations: [], failures: [] });
  expect(body.details.worker.epoch).toBeGreaterThan(0);
  expect(body.details.worker.beat_age_ms).toBeLessThan(10_000);
  expect(body.details.trainer.beat_age_ms).toBeGreaterThanOrEqual(0);
  expect(body.details.sampler).toEqual({ active: 0, waiting: 0, policies: 0 });
  expect(Date.parse(body.details.worker.lease_expires_at)).not.toBeNaN();
  expect(body.details.disk.free_bytes).toBeGreaterThan(body.details.disk.needed_bytes);
  const wrong = { ...caller, headers: { authorization: "Bearer local-wrong" } };
  expect(await (await check(wrong)).json()).not.toHaveProperty("details");
  await release();
});

test("a migration that the database lacks is named", async () => {
  const release = await aWorker();
  const caller = await api.aCaller();
  const name = "20261121000000_init";
  const rename = (from: string, to: string) =>
    api.asOwner(sql`update _prisma_migrations set migration_name = ${to} where migration_name = ${from}`);
  await rename(name, "another");
  const response = await check(caller);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ migrations: false, details: { pending_migrations: [name] } });
  await rename("another", name);
  await release();
});

test("a database that does not answer is reported, and health is still fine", async () => {
  const dead = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  await api.withDatabase(dead, async () => {
    const response = await check(null);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ api: true, database: false, worker: false, disk: true });
    expect((await api.send(null, { method: "GET", path: "/v1/health" })).status).toBe(200);
  });
  await dead.close();
});

function check(caller: Caller | null): Promise<Response> {
  return api.send(caller, { method: "GET", path: checkSystem.path });
}

function aTrainer(): Promise<void> {
  const facts = { engine: "none", capabilities: {}, url: null };
  return noteNode(api.db, { id: "test", startId: null, roles: ["trainer"], ...facts });
}

/** Holds the worker's lease; gives its release. */
async function aWorker(): Promise<() => Promise<void>> {
  const lease = await takeLease(api.db, WORKER_LEASE, "test");
  if (!lease) throw new Error("The worker's lease is not free");
  return () => dropLease(api.db, lease);
}
