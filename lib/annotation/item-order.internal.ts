import { createHash } from "node:crypto";
import type { ItemOrder } from "#lib/contract/annotation/queue-settings.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** One stretch of a queue's items (as `i`) in the order in which they are handed out; an index serves each. */
export type Stretch = { name: string; condition: Sql; order: Sql };

const ORDERS: { [O in Exclude<ItemOrder, "random" | "informative">]: Sql } = {
  oldest: sql`i.position`,
  priority: sql`i.priority desc, i.position`,
};

/**
 * The items in the queue's order, stretch after stretch. In random order each annotator begins at a place of their own and goes round; so it is, too,
 * for what has no rank yet where the queue goes by what teaches most.
 */
export function stretchesOf(order: ItemOrder, annotatorId: string): Stretch[] {
  if (order === "random") return roundOf(annotatorId, { name: "random", condition: sql`true` });
  if (order === "informative")
    return [
      { name: order, condition: sql`i.rank is not null`, order: sql`i.rank` },
      ...roundOf(annotatorId, { name: "unranked", condition: sql`i.rank is null` }),
    ];
  return [{ name: order, condition: sql`true`, order: ORDERS[order] }];
}

function roundOf(annotatorId: string, { name, condition }: Pick<Stretch, "name" | "condition">): Stretch[] {
  const start = startOf(annotatorId);
  return [
    {
      name: `${name}-on`,
      condition: sql`${condition} and i.shuffle >= ${start}::float8`,
      order: sql`i.shuffle`,
    },
    {
      name: `${name}-round`,
      condition: sql`${condition} and i.shuffle < ${start}::float8`,
      order: sql`i.shuffle`,
    },
  ];
}

/** The same order in one expression, for few items. */
export function queueOrder(order: ItemOrder, annotatorId: string): Sql {
  const round = sql`i.shuffle < ${startOf(annotatorId)}::float8, i.shuffle`;
  if (order === "random") return round;
  return order === "informative" ? sql`i.rank nulls last, ${round}` : ORDERS[order];
}

/** A number from 0 to 1 that stays the annotator's. */
function startOf(annotatorId: string): number {
  return createHash("sha256").update(annotatorId).digest().readUInt32BE(0) / 2 ** 32;
}
