import type { Ctx } from "#lib/access/context.ts";
import { type AskedField, answersToField } from "#lib/annotation/answers/field-answers.internal.ts";
import { fieldName } from "#lib/annotation/field-lineage.internal.ts";
import { findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { findVersions } from "#lib/compat/objects/find-versions.ts";
import type { queryFieldVersions as contract } from "#lib/contract/annotation/queue-fields.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Fields = ReplyOf<typeof contract>["fields"];

/** Answers are counted under the version that they were given under. */
export async function queryFieldVersions(
  ctx: Ctx,
  { queueId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { scorerRefs } = await findLeadQueue(ctx, queueId);
  const fields: Fields = [];
  for (const ref of scorerRefs)
    fields.push(await versionsOf(ctx.db, { projectId: ctx.project.id, queueId, ref, scorerRefs }));
  return { fields };
}

async function versionsOf(db: Db, field: AskedField): Promise<Fields[number]> {
  const counts = await db.query<{ ref: string; answers: number }>(sql`
    select a.ref, count(*)::int as answers from (${answersToField(field)}) a group by a.ref`);
  const answers = new Map([[field.ref, 0], ...counts.map((row): [string, number] => [row.ref, row.answers])]);
  const versions = await findVersions(db, field.projectId, [...answers.keys()]);
  return {
    ref: field.ref,
    askedAgain: await countAsked(db, field),
    versions: versions.map((version) => ({ ...version, answers: answers.get(version.ref) ?? 0 })),
  };
}

async function countAsked(db: Db, { projectId, queueId, ref }: AskedField): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from item_progress p
    join queue_item i on i.project_id = p.project_id and i.id = p.item_id and i.deleted_at is null
    where p.project_id = ${projectId} and p.queue_id = ${queueId} and ${fieldName(ref)} = any(p.asked_again)`);
  return row?.count ?? 0;
}
