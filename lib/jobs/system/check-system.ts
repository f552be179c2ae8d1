import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import type { OpenCtx } from "#lib/access/context.ts";
import { MIB } from "#lib/contract/endpoint.ts";
import type { SystemState } from "#lib/contract/jobs/system.ts";
import { WORKER_LEASE } from "#lib/jobs/worker/lease.ts";
import { bool, columns, float, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { readMigrations } from "#lib/platform/processes/migrate/read-migrations.ts";
import { NODE_SILENT_MS } from "#lib/platform/processes/note-node.ts";
import { samplerHealth } from "#lib/serving/sampler/client.ts";

/** A part that does not answer within this time fails. */
const PATIENCE_MS = 3_000;

/** Less than this on the disk of the data folder, and writes are about to fail. */
const NEEDED_DISK_BYTES = 256 * MIB;

const MIGRATIONS = "prisma/migrations";

const BEAT_AGE_MS = float(sql`round(extract(epoch from now() - beat_at) * 1000)`);

/**
 * Looks at each part of the service. Callers with a credential get reasons and numbers; everyone else gets booleans only.
 *
 * The CPU's queue is what the worker does. Training and sampling run on the CPU as well, but elsewhere they are what graphics processors
 * are for, so they answer for that queue.
 */
export async function checkSystem({ db, actor }: OpenCtx): Promise<SystemState> {
  const [database, migrations, worker, trainer, sampler, disk] = await Promise.all([
    examine("The database", () => lookAtDatabase(db)),
    examine("The migrations", () => lookAtMigrations(db)),
    examine("The worker", () => lookAtWorker(db)),
    examine("The trainer", () => lookAtTrainer(db)),
    examine("The sampler", lookAtSampler),
    examine("The disk", lookAtDisk),
  ]);
  const parts = {
    api: true,
    database: works(database),
    migrations: works(migrations),
    worker: works(worker),
    trainer: works(trainer),
    sampler: works(sampler),
    disk: works(disk),
  };
  const success = Object.values(parts).every(Boolean);
  const [cpuQueue, gpuQueue] = [queue(worker), queue(trainer, sampler)];
  if (!actor)
    return {
      success,
      ...parts,
      cpuQueue: { success: cpuQueue.success },
      gpuQueue: { success: gpuQueue.success },
    };
  return {
    success,
    ...parts,
    cpuQueue,
    gpuQueue,
    details: {
      databaseLatencyMs: works(database) ? database.durationMs : null,
      pendingMigrations: migrations.facts ?? [],
      worker: worker.facts ?? { epoch: null, beatAgeMs: null, leaseExpiresAt: null },
      trainer: { beatAgeMs: trainer.facts?.beatAgeMs ?? null },
      sampler: sampler.facts ?? { active: null, waiting: null, policies: null },
      disk: { freeBytes: disk.facts, neededBytes: NEEDED_DISK_BYTES },
      failures: failuresOf(database, migrations, worker, trainer, sampler, disk),
    },
  };
}

function works({ failure }: Finding<unknown>): boolean {
  return failure === null;
}

function failuresOf(...findings: Finding<unknown>[]): string[] {
  return findings.flatMap(({ failure }) => failure ?? []);
}

/** What the parts that do the work of one kind say together. */
function queue(...findings: Finding<unknown>[]): { success: boolean; duration: number; errors: string[] } {
  const errors = failuresOf(...findings);
  const duration = Math.max(...findings.map(({ durationMs }) => durationMs));
  return { success: errors.length === 0, duration, errors };
}

/** What a check found: a reason where the part fails, and facts where it could be looked at. */
type Finding<Facts> = { failure: string | null; facts: Facts | null; durationMs: number };

type Look<Facts> = () => Promise<{ failure: string | null; facts: Facts }>;

type LeaseFacts = { epoch: number | null; beatAgeMs: number | null; leaseExpiresAt: string | null };

/** Looks at one part of the service; never throws. */
async function examine<Facts>(name: string, look: Look<Facts>): Promise<Finding<Facts>> {
  const startedAt = performance.now();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("no answer")), PATIENCE_MS);
  const found = await Promise.race([look(), late.promise])
    .catch((error: unknown) => {
      log.warn({ err: error }, `${name} could not be checked`);
      return { failure: `${name} could not be checked; the log says why`, facts: null };
    })
    .finally(() => clearTimeout(timer));
  return { ...found, durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000 };
}

async function lookAtDatabase(db: Db) {
  await db.query(sql`select 1`);
  return { failure: null, facts: {} };
}

/** The migrations of this version that the database lacks. */
async function lookAtMigrations(db: Db) {
  const directory = path.join(/* turbopackIgnore: true */ process.cwd(), MIGRATIONS);
  const [known, applied] = await Promise.all([
    readMigrations(directory),
    db.query(
      sql`select ${columns({ name: text(sql`migration_name`) })} from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
    ),
  ]);
  const done = new Set(applied.map(({ name }) => name));
  const pending = known.map(({ name }) => name).filter((name) => !done.has(name));
  return {
    failure:
      pending.length === 0 ? null : `${pending.length} migrations are pending; start the service again`,
    facts: pending,
  };
}

/** Whether some process holds the worker's lease now, by the database's clock. */
async function lookAtWorker(db: Db) {
  const { isHeld, ...facts } = await lookAtLease(db, WORKER_LEASE);
  return {
    failure: isHeld
      ? null
      : "No worker holds the lease: thread statistics are not folded and nothing is swept",
    facts,
  };
}

/** Whether some trainer has said lately that it lives. */
async function lookAtTrainer(db: Db) {
  const [last] = await db.query(sql`
    select ${columns({ beatAgeMs: BEAT_AGE_MS })} from node
    where 'trainer' = any(roles) and ended_at is null order by beat_at desc limit 1`);
  const beatAgeMs = last?.beatAgeMs ?? null;
  const isThere = beatAgeMs !== null && beatAgeMs < NODE_SILENT_MS;
  return { failure: isThere ? null : "No trainer runs: training jobs wait", facts: { beatAgeMs } };
}

/** Whether the sampler answers this process. */
async function lookAtSampler() {
  const found = await samplerHealth(AbortSignal.timeout(PATIENCE_MS)).catch(() => null);
  return {
    failure: found ? null : "The sampler does not answer: registered and base models cannot be used in chat",
    facts: found,
  };
}

async function lookAtLease(db: Db, name: string): Promise<LeaseFacts & { isHeld: boolean }> {
  const [lease] = await db.query(sql`
    select ${columns({
      epoch: float(sql`epoch`),
      beatAgeMs: BEAT_AGE_MS,
      leaseExpiresAt: text(sql`to_char(expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
      isHeld: bool(sql`expires_at > now()`),
    })}
    from lease where name = ${name}`);
  return lease ?? { epoch: null, beatAgeMs: null, leaseExpiresAt: null, isHeld: false };
}

/** Room on the disk of the data folder, or of where it will be made. */
async function lookAtDisk() {
  let folder = env().SPINDLE_DATA_DIR;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  return {
    failure: freeBytes >= NEEDED_DISK_BYTES ? null : "The disk of the data folder is nearly full",
    facts: freeBytes,
  };
}
