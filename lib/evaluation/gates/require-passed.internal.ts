import { GateLine } from "#lib/contract/evaluation/gates.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { checkGate } from "./check-gate.internal.ts";
import { findGate } from "./gate-rows.internal.ts";
import { incumbentOf } from "./incumbent-of.internal.ts";

type Wish = { alias: string; step: number };

/** What the gate of the alias found of a checkpoint that passes it, as it is kept; nothing where there is no gate. Throws where it does not pass. */
export async function requirePassed(
  db: Db,
  model: OpenModel,
  { alias, step }: Wish,
): Promise<Prisma.InputJsonValue> {
  const { projectId, id: modelId, project } = model;
  const gate = await findGate(db, { projectId, modelId, alias });
  if (!gate) return [];
  const incumbent = await incumbentOf(db, { projectId, modelId, alias });
  if (incumbent === null || incumbent === step) return [];
  const lines = await checkGate({ db, project }, gate, { modelId, candidate: step, incumbent });
  const failed = lines.filter(({ passed }) => !passed).map(({ role, finding }) => `${role}: ${finding}`);
  if (failed.length > 0)
    throw new Conflict(`Step ${step} does not pass the gate of ${alias}. ${failed.join("; ")}`, {
      code: "gate_failed",
    });
  return keptLines(lines);
}

function keptLines(lines: readonly GateLine[]): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(z.encode(list(GateLine), [...lines])));
}
