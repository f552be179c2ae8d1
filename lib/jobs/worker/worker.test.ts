import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { childEnvironment } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { WORKER_LEASE } from "./lease.ts";
import { startWorker, type Worker } from "./worker.ts";

const api = startHarness();
const PACE = { beatMs: 20, standbyMs: 20, firstRetryMs: 10, longestRetryMs: 100 };
const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await api.db.prisma.lease.deleteMany();
});

test("the worker folds the threads of new calls into their summaries", async () => {
  start();
  const { projectId, threadId } = await aTurn();
  await vi.waitFor(async () => expect(await summaries(projectId)).toEqual([threadId]), WAIT);
});

test("a second worker stands by, and takes over when the first one stops", async () => {
  const first = start();
  await untilHeld();
  const epoch = await epochNow();
  start();
  await aTurn();
  expect(await epochNow()).toBe(epoch);
  await first.stop();
  await vi.waitFor(async () => expect(await epochNow()).toBe(epoch + 1n), WAIT);
  const { projectId, threadId } = await aTurn();
  await vi.waitFor(async () => expect(await summaries(projectId)).toEqual([threadId]), WAIT);
});

test("a worker whose lease went to another process leaves it alone, and takes it again when that one is gone", async () => {
  const rounds: string[] = [];
  const fenced = {
    name: "fenced",
    everyMs: 5,
    run: (db: Db) => db.transaction(async () => void rounds.push("written")),
  };
  workers.push(startWorker(api.db, { pace: PACE, duties: [fenced] }));
  await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(0), WAIT);
  const stolen = (await epochNow()) + 1n;
  await api.db.query(sql`
    update lease set holder = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour', beat_at = to_timestamp(0)`);
  // The worker learns it by a beat, and a worker that stands by writes no more.
  await vi.waitFor(async () => {
    const before = rounds.length;
    for (let asked = 0; asked < 20; asked++) await epochNow();
    expect(rounds.length).toBe(before);
  }, WAIT);
  expect(await api.db.prisma.lease.findMany()).toMatchObject([{ holder: "another", beatAt: new Date(0) }]);
  await api.db.query(sql`update lease set expires_at = now()`);
  await vi.waitFor(async () => expect(await epochNow()).toBe(stolen + 1n), WAIT);
  const written = rounds.length;
  await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(written), WAIT);
});

test("connections that the database ends are made again, and the work continues", async () => {
  start();
  await untilHeld();
  await api.db.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  // The test's own connections were ended, too, and the first question may be asked on one of them.
  const { projectId, threadId } = await vi.waitFor(aTurn, WAIT);
  await vi.waitFor(async () => expect(await summaries(projectId)).toEqual([threadId]), WAIT);
});

test("a duty that found nothing rests longer", async () => {
  let [found, foundNothing] = [0, 0];
  const duties = [
    { name: "busy", everyMs: 1, restMs: 1_000_000, run: async () => ++found > 0 },
    { name: "idle", everyMs: 1, restMs: 1_000_000, run: async () => ++foundNothing === 0 },
  ];
  workers.push(startWorker(api.db, { pace: PACE, duties }));
  await vi.waitFor(() => expect(found).toBeGreaterThan(20), WAIT);
  expect(foundNothing).toBe(1);
});

test("a duty that fails is tried again, and keeps no other from its work", async () => {
  let failures = 0;
  const failing = {
    name: "fail",
    everyMs: 5,
    run: async () => {
      failures += 1;
      throw new Error("a planned failure");
    },
  };
  let rounds = 0;
  const counting = { name: "count", everyMs: 5, run: async () => void rounds++ };
  workers.push(startWorker(api.db, { pace: PACE, duties: [failing, counting] }));
  await vi.waitFor(() => expect(Math.min(failures, rounds)).toBeGreaterThan(2), WAIT);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "the process ends in order on %s and gives its lease back",
  async (signal) => {
    const child = spawn(process.execPath, ["--disable-proto=delete", "lib/jobs/worker/main.ts"], {
      env: childEnvironment({ SPINDLE_PROCESS: "worker", LOG_LEVEL: "info" }),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const ended = once(child, "exit");
    await untilHeld();
    child.kill(signal);
    expect((await ended)[0]).toBe(0);
    expect(output).toContain("the worker has stopped");
    const [lease] = await api.db.prisma.lease.findMany({ where: { expiresAt: { gt: new Date() } } });
    expect(lease).toBeUndefined();
  },
);

const WAIT = { timeout: 15_000, interval: 15 };

function start(): Worker {
  const worker = startWorker(api.db, { pace: PACE });
  workers.push(worker);
  return worker;
}

async function untilHeld(): Promise<void> {
  await vi.waitFor(async () => expect(await epochNow()).toBeGreaterThan(0n), WAIT);
}

async function epochNow(): Promise<bigint> {
  return (await api.db.prisma.lease.findUnique({ where: { name: WORKER_LEASE } }))?.epoch ?? 0n;
}

async function aTurn(): Promise<{ projectId: string; threadId: string }> {
  const { id: projectId } = await api.aProject();
  const id = newId();
  await api.db.prisma.call.create({
    data: {
      projectId,
      id,
      traceId: id,
      threadId: "thread",
      turnId: id,
      opName: "chat",
      startedAt: new Date(),
    },
  });
  return { projectId, threadId: "thread" };
}

async function summaries(projectId: string): Promise<string[]> {
  const found = await api.db.prisma.threadStat.findMany({ where: { projectId } });
  return found.map((stat) => stat.threadId);
}
