import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/gates.ts";
import { GateGuard, GateTarget } from "#lib/contract/evaluation/gates.ts";
import { list } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { requireMetric } from "#lib/evaluation/results/require-metric.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { findGate } from "./gate-rows.internal.ts";

type Endpoint = typeof contract.setCheckpointGate;

export async function setCheckpointGate(
  ctx: AccountCtx,
  { modelId, alias, target, guards, needsApproval }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { projectId, project } = await openModel(ctx, modelId, "project:manage");
  const place = { db: ctx.db, project };
  await requireMetric(place, target, ["target", "metric"]);
  for (const [at, guard] of guards.entries()) await requireMetric(place, guard, ["guards", at, "metric"]);
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    await db.query(sql`
      insert into checkpoint_gate (project_id, model_id, alias, target, guards, needs_approval, updated_by, updated_at)
      values (${projectId}, ${modelId}, ${alias}, ${JSON.stringify(z.encode(GateTarget, target))}::json,
        ${JSON.stringify(z.encode(list(GateGuard), guards))}::json, ${needsApproval}, ${ctx.actor.userId}, clock_timestamp())
      on conflict (project_id, model_id, alias) do update
        set target = excluded.target, guards = excluded.guards, needs_approval = excluded.needs_approval,
          updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
    const details = { name: alias, lines: 1 + guards.length };
    await recordAudit({ ...ctx, db }, { action: "checkpoint_gate.set", projectId, target: modelId, details });
    await tellProject(db, projectId, "models");
    const gate = await findGate(db, { projectId, modelId, alias });
    if (!gate) throw new Error(`The gate of ${alias} was stored and is not there`);
    return { gate };
  });
}
