import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { REASONS, REJECTIONS, type Reason } from "#lib/contract/datasets/rejections.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { givenPlaces } from "#lib/datasets/sources/given-places.internal.ts";
import { columns, field, of, orNull, text } from "#lib/platform/db/columns.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryDatasetRejections;
type Reply = ReplyOf<Endpoint>;

export async function queryDatasetRejections(ctx: Ctx, input: InputOf<Endpoint>): Promise<Reply> {
  const { reason, limit, offset } = input;
  const { id: versionId } = await requireVersion(ctx, input);
  const counted = await ctx.db.prisma.datasetRejection.groupBy({
    by: "reason",
    where: { projectId: ctx.project.id, versionId },
    _count: true,
    orderBy: { reason: "asc" },
  });
  const counts = new Map(counted.map((one) => [one.reason, one._count]));
  const rejections = await ctx.db.query(sql`
    select ${REJECTION}
    from dataset_rejection r
    left join queue_item q on q.id = r.source_id and q.project_id = r.project_id
    where r.project_id = ${ctx.project.id} and r.version_id = ${versionId} ${reason === undefined ? empty : sql`and r.reason = ${reason}`}
    order by r.ordinal limit ${limit} offset ${offset}`);
  const reasons = REASONS.flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ reason: name, meaning: REJECTIONS[name], count }];
  });
  const shown = reason === undefined ? reasons : reasons.filter((one) => one.reason === reason);
  const ids = rejections.flatMap(({ itemId, reason: why, detail }) =>
    isDuplicate(why) ? [itemId, detail] : [itemId],
  );
  const places = await givenPlaces(ctx.db, ctx.project.id, ids);
  return {
    rejections: rejections.map(({ sameAs, ...rejected }) => ({
      ...rejected,
      place: places.get(rejected.itemId) ?? null,
      sameAs: isDuplicate(rejected.reason)
        ? { position: sameAs, place: places.get(rejected.detail) ?? null }
        : null,
    })),
    reasons,
    totalCount: shown.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Their detail is the id of the row that they equal. */
function isDuplicate(reason: Reason): boolean {
  return reason === "duplicate" || reason === "near_duplicate";
}

const REJECTION = columns({
  ...of("dataset_rejection r", "source", "detail", "words", "sameAs"),
  itemId: field("dataset_rejection r", "sourceId"),
  callId: orNull(field("queue_item q", "callId")),
  reason: text<Reply["rejections"][number]["reason"]>(sql`r.reason`),
});
