import { type CheckpointGate, GateGuard, GateTarget } from "#lib/contract/evaluation/gates.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import type { CheckpointGate as GateRow } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";

type Key = { projectId: string; modelId: string; alias: string };

export function findGate(db: Db, key: Key): Promise<CheckpointGate | null> {
  const where = { projectId_modelId_alias: key };
  return db.prisma.checkpointGate.findUnique({ where }).then((row) => row && toGate(row));
}

export function toGate({
  alias,
  target,
  guards,
  needsApproval,
  updatedBy,
  updatedAt,
}: GateRow): CheckpointGate {
  return {
    alias,
    // The columns hold only what was encoded for them.
    target: z.decode(GateTarget, target),
    guards: z.decode(list(GateGuard), guards),
    needsApproval,
    updatedBy,
    updatedAt,
  };
}
