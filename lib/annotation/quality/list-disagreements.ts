import type { Ctx } from "#lib/access/context.ts";
import { samePairs } from "#lib/annotation/agreement/percent-agreement.ts";
import { type Rating, sizeOf, tabulate } from "#lib/annotation/agreement/rating-table.ts";
import { standingRatings } from "#lib/annotation/answers/standing-ratings.internal.ts";
import { chosenFields } from "#lib/annotation/fields/chosen-fields.internal.ts";
import { comparedFields, fieldsOf, findLeadQueue } from "#lib/annotation/queue-fields.internal.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import type * as contract from "#lib/contract/annotation/queue-quality.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { bool, columns, field, int, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.listDisagreements;
type Disagreement = ReplyOf<Endpoint>["items"][number];

/**
 * The disagreement of an item is the mean, over those fields in which two or more have answered, of the share of pairs of answers that
 * differ. Ties go to the item with more answers, then to the one added first.
 */
export async function listDisagreements(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, fieldRef, raters, undecidedOnly, includeJudges, limit, offset } = input;
  const queue = await findLeadQueue(ctx, queueId);
  const fields = chosenFields(comparedFields(await fieldsOf(ctx, queue)), fieldRef);
  const { byField } = await standingRatings(ctx, queue, { fields, withJudges: includeJudges });
  const asked = raters && new Set(raters.flatMap((rater) => [rater, normalizeRef(rater)]));
  const ratings = [...byField.values()].map((all) =>
    asked ? all.filter(({ rater }) => asked.has(rater)) : all,
  );
  const place = { projectId: ctx.project.id, queueId };
  const decided = undecidedOnly ? await decidedPositions(ctx.db, place) : new Set<number>();
  const split = splitItems(ratings).filter(({ position }) => !decided.has(position));
  const page = split.slice(offset, offset + limit);
  return { items: await shownItems(ctx.db, place, page), totalCount: split.length };
}

type Split = { position: number; disagreement: number; answers: number };

/** The items that are not of one mind, most divided first. */
function splitItems(ratingsByField: readonly (readonly Rating[])[]): Split[] {
  const found = new Map<number, { shares: number; fields: number; raters: Set<string> }>();
  for (const ratings of ratingsByField) {
    const table = tabulate(ratings);
    for (const [item, position] of table.items.entries()) {
      const size = sizeOf(table, item);
      if (size < 2) continue;
      const pairs = (size * (size - 1)) / 2;
      const seen = found.get(Number(position)) ?? { shares: 0, fields: 0, raters: new Set<string>() };
      seen.shares += 1 - samePairs(table, item) / pairs;
      seen.fields++;
      for (const place of table.raterOf.subarray(table.starts[item], table.starts[item + 1]))
        seen.raters.add(table.raters[place] ?? "");
      found.set(Number(position), seen);
    }
  }
  return [...found]
    .filter(([, { shares }]) => shares > 0)
    .map(([position, { shares, fields, raters }]) => ({
      position,
      disagreement: shares / fields,
      answers: raters.size,
    }))
    .sort((a, b) => b.disagreement - a.disagreement || b.answers - a.answers || a.position - b.position);
}

type Place = { projectId: string; queueId: string };

async function decidedPositions(db: Db, { projectId, queueId }: Place): Promise<Set<number>> {
  const rows = await db.prisma.adjudication.findMany({
    where: { projectId, queueId },
    select: { item: { select: { position: true } } },
  });
  return new Set(rows.map(({ item }) => Number(item.position)));
}

async function shownItems(db: Db, { projectId, queueId }: Place, page: Split[]): Promise<Disagreement[]> {
  if (page.length === 0) return [];
  const rows = await db.query(sql`
    select ${columns({
      itemId: field("queue_item i", "id"),
      ...of("queue_item i", "callId", "position"),
      positionInQueue: int(sql`i.place`),
      isDecided: bool(
        sql`exists (select from adjudication d where d.project_id = ${projectId} and d.item_id = i.id)`,
      ),
    })}
    from (
      select id, call_id, position, (row_number() over (order by created_at, position))::int as place
      from queue_item
      where project_id = ${projectId} and queue_id = ${queueId} and deleted_at is null) i
    where i.position = any(${page.map(({ position }) => position)}::bigint[])`);
  const byPosition = new Map(rows.map(({ position, ...row }) => [Number(position), row]));
  return page.flatMap(({ position, disagreement, answers }) => {
    const row = byPosition.get(position);
    return row ? [{ ...row, disagreement, answers }] : [];
  });
}
