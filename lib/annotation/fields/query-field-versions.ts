import type { Ctx } from "#lib/access/context.ts";
import { type AskedField, answersToField } from "#lib/annotation/answers/field-answers.internal.ts";
import { fieldName } from "#lib/annotation/field-lineage.internal.ts";
import { findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { findVersions } from "#lib/compat/objects/find-versions.ts";
import type { queryFieldVersions as contract } from "#lib/contract/annotation/queue-fields.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, text } from "#lib/platform/db/columns.ts";
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
  const counts = await db.query(sql`
    select ${columns({ ref: text(sql`a.ref`), answers: int(sql`count(*)`) })} from (${answersToField(field)}) a group by a.ref`);
  const answers = new Map([[field.ref, 0], ...counts.map((row): [string, number] => [row.ref, row.answers])]);
  const versions = await findVersions(db, field.projectId, [...answers.keys()]);
  return {
    ref: field.ref,
    askedAgain: await countAsked(db, field),
    versions: versions.map((version) => ({ ...version, answers: answers.get(version.ref) ?? 0 })),
  };
}

async function countAsked(db: Db, { projectId, queueId, ref }: AskedField): Promise<number> {
  return db.prisma.itemProgress.count({
    where: { projectId, queueId, askedAgain: { has: fieldName(ref) }, item: { deletedAt: null } },
  });
}
