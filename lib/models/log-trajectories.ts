import { setImmediate as othersTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { logTrajectories as contract } from "#lib/contract/models.ts";
import { sql } from "#lib/db/sql.ts";
import { newId } from "#lib/ids.ts";
import { openModel } from "./open-model.ts";

export async function logTrajectories(
  ctx: AccountCtx,
  { modelId, split, trajectoryGroups }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId } = await openModel(ctx, modelId, "models:write");
  const payload = await listText(trajectoryGroups);
  await ctx.db.query(sql`
    insert into model_log (id, project_id, model_id, split, payload, created_by)
    values (${newId()}, ${projectId}, ${modelId}, ${split}, ${payload}::json, ${ctx.actor.userId})`);
  return {};
}

/** How long others wait while a large list is written. */
const TURN_MS = 10;

/** The JSON of a list, written an element at a time, since a list may be 100 MB long. */
async function listText(values: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for (const value of values) {
    parts.push(JSON.stringify(value));
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + TURN_MS;
  }
  return `[${parts.join(",")}]`;
}
