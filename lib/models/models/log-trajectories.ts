import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import type { logTrajectories as contract } from "#lib/contract/models/models.ts";
import { openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";

/** A hundred megabytes take ten seconds on a machine that does other things, too; each statement keeps its own limit. */
const WITHIN_MS = 60_000;

export async function logTrajectories(
  ctx: AccountCtx,
  { modelId, split, trajectoryGroups }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId } = await openModel(ctx, modelId, "models:write");
  const insert = (db: Db, payload: Sql) =>
    db.query(sql`
      insert into model_log (id, project_id, model_id, split, payload, created_by)
      values (${newId()}, ${projectId}, ${modelId}, ${split}, ${payload}::json, ${ctx.actor.userId})`);
  if (trajectoryGroups instanceof JsonLines)
    await ctx.db.transaction(async (db) => insert(db, await sentInPieces(db, trajectoryGroups)), {
      timeoutMs: WITHIN_MS,
    });
  else await insert(ctx.db, sql`${JSON.stringify(trajectoryGroups)}`);
  return {};
}

/** An expression for the text of a long list, which is sent a piece at a time: the driver copies a whole parameter while others wait. */
async function sentInPieces(db: Db, list: JsonLines): Promise<Sql> {
  await db.query(sql`create temp table log_piece (number integer, bytes bytea) on commit drop`);
  // They are read once more and then gone, which is not worth compressing them.
  await db.query(sql`alter table log_piece alter column bytes set storage external`);
  let number = 0;
  for (const piece of list.listText())
    await db.query(sql`insert into log_piece values (${number++}, ${piece})`);
  return sql`(select convert_from(string_agg(bytes, ''::bytea order by number), 'UTF8') from log_piece)`;
}
