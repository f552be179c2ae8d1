import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { runLoop as contract } from "#lib/contract/loops/loops.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { beginRun } from "./begin-run.internal.ts";
import { needsOf } from "./loop-parts.internal.ts";
import { lockLoop } from "./loop-records.internal.ts";
import { requireLoopRun } from "./loop-run-records.internal.ts";

export function runLoop(ctx: Ctx, { loopId }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const { project, actor } = ctx;
  return ctx.db.transaction(async (db) => {
    const loop = await lockLoop({ db, project }, loopId);
    for (const permission of needsOf(loop)) requirePermission(actor, project, permission);
    const asked = { projectId: project.id, loop, trigger: "manual", userId: actor.userId } as const;
    const runId = await beginRun(db, asked);
    if (runId === null)
      throw new Conflict(`A run of ${loop.name} has not ended; wait for it, or stop it`, {
        code: "already_running",
      });
    return { run: await requireLoopRun({ db, project }, runId) };
  });
}
