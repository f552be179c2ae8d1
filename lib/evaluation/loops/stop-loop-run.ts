import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { stopLoopRun as contract } from "#lib/contract/loops/loop-runs.ts";
import { requireLoopRun } from "./loop-run-records.internal.ts";
import { stopRun } from "./stop-run.internal.ts";

export function stopLoopRun(
  ctx: Ctx,
  { runId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    await requireLoopRun({ db, project }, runId);
    await stopRun({ ...ctx, db }, runId);
    return { run: await requireLoopRun({ db, project }, runId) };
  });
}
