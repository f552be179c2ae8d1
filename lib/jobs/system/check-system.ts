import type { OpenCtx } from "#lib/access/context.ts";
import type { SystemState } from "#lib/contract/jobs/system.ts";
import {
  examine,
  type Finding,
  lookAtDatabase,
  lookAtDisk,
  lookAtMigrations,
  lookAtSampler,
  lookAtTrainer,
  lookAtWorker,
  NEEDED_DISK_BYTES,
} from "./checks.internal.ts";

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
