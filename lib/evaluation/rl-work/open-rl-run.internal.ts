import type { Ctx } from "#lib/access/context.ts";
import type { RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { readSettings } from "#lib/evaluation/rl-runs/rl-records.internal.ts";
import { workingCtx } from "#lib/evaluation/work/working-ctx.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";

/** What is known of a run while it is worked on. */
export type OpenRlRun = Pick<RlRun, "graders" | "config" | "guard" | "budget" | "human"> & {
  readonly run: DueRlRun;
  readonly ctx: Ctx;
};

/** The run in the hands of the one who started it, or why they may not continue it. */
export async function openRlRun(db: Db, run: DueRlRun): Promise<OpenRlRun | { refused: string }> {
  const place = { entity: run.entity, project: run.project, projectId: run.projectId };
  const ctx = await workingCtx(db, {
    ...place,
    userId: run.createdBy,
    purpose: `rl/${run.id}`,
    needs: [
      ...(["chat:create", "training:write"] as const),
      ...(run.human === null ? [] : (["queues:write", "answers:read"] as const)),
    ],
  });
  if (!ctx) {
    const path = `${run.entity}/${run.project}`;
    return {
      refused: `The person who started the run may no longer train models in ${path}; start another one`,
    };
  }
  return { run, ctx, ...readSettings(run) };
}
