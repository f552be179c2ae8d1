import type { Ctx } from "#lib/access/context.ts";
import type { LoopGain } from "#lib/contract/loops/loop-runs.ts";
import { type LoopParts, needsOf, readParts } from "#lib/evaluation/loops/loop-parts.internal.ts";
import { storedGain } from "#lib/evaluation/loops/stored-gain.internal.ts";
import { workingCtx } from "#lib/evaluation/work/working-ctx.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { DueLoopRun } from "./due-loops.internal.ts";

/** What is known of a run while it is worked on. */
export type OpenLoopRun = LoopParts & {
  readonly run: DueLoopRun;
  readonly ctx: Ctx;
  readonly gain: LoopGain | null;
};

/** The run in the hands of the one in whose name it acts, or why they may not continue it. */
export async function openLoopRun(db: Db, run: DueLoopRun): Promise<OpenLoopRun | { refused: string }> {
  const parts = readParts(run);
  const { entity, project, projectId, createdBy: userId } = run;
  const needs = needsOf(parts);
  const ctx = await workingCtx(db, { userId, projectId, entity, project, purpose: `loop/${run.id}`, needs });
  const gain = storedGain(run.gain, parts.measure);
  if (ctx) return { run, ctx, gain, ...parts };
  const who = run.trigger === "manual" ? "who began this run" : "who saved the loop last";
  const then = run.trigger === "manual" ? "begin another one" : "save it to take it over";
  return {
    refused: `The person ${who} may no longer do all of its steps in ${entity}/${project}; ${then}`,
  };
}
