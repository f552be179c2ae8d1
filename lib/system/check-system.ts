import type { OpenCtx } from "#lib/context.ts";
import type { SystemState } from "#lib/contract/system.ts";
import {
  examine,
  type Finding,
  lookAtDatabase,
  lookAtDisk,
  lookAtMigrations,
  lookAtWorker,
  NEEDED_DISK_BYTES,
} from "./checks.internal.ts";

/**
 * Looks at each part of the service. Whoever proves who they are is told reasons and numbers; everyone else booleans only.
 *
 * The CPU's queue is what the worker does, so it works while a worker holds its lease. Nothing in the service needs a graphics
 * processor, so that queue is always empty and cannot fail.
 */
export async function checkSystem({ db, actor }: OpenCtx): Promise<SystemState> {
  const [database, migrations, worker, disk] = await Promise.all([
    examine("The database", () => lookAtDatabase(db)),
    examine("The migrations", () => lookAtMigrations(db)),
    examine("The worker", () => lookAtWorker(db)),
    examine("The disk", lookAtDisk),
  ]);
  const parts = {
    api: true,
    database: works(database),
    migrations: works(migrations),
    worker: works(worker),
    disk: works(disk),
  };
  const success = Object.values(parts).every(Boolean);
  if (!actor) return { success, ...parts, cpuQueue: { success: works(worker) }, gpuQueue: { success: true } };
  return {
    success,
    ...parts,
    cpuQueue: {
      success: works(worker),
      duration: worker.durationMs,
      errors: worker.failure ? [worker.failure] : [],
    },
    gpuQueue: { success: true, duration: 0, errors: [] },
    details: {
      databaseLatencyMs: works(database) ? database.durationMs : null,
      pendingMigrations: migrations.facts ?? [],
      worker: worker.facts ?? { epoch: null, beatAgeMs: null, leaseExpiresAt: null },
      disk: { freeBytes: disk.facts, neededBytes: NEEDED_DISK_BYTES },
      failures: [database, migrations, worker, disk].flatMap(({ failure }) => failure ?? []),
    },
  };
}

function works({ failure }: Finding<unknown>): boolean {
  return failure === null;
}
