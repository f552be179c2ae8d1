import { createHash } from "node:crypto";
import type { ItemOrder } from "#lib/contract/annotation/queue-settings.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** One stretch of a queue's items (as `i`) in the order in which they are handed out; an index serves each. */
export type Stretch = { name: string; condition: Sql; order: Sql };

const ORDERS: { [O in Exclude<ItemOrder, "random">]: Sql } = {
  oldest: sql`i.position`,
  priority: sql`i.priority desc, i.position`,
};

/** The items in the queue's order, stretch after stretch. In random order each annotator begins at a place of their own and goes round. */
export function stretchesOf(order: ItemOrder, annotatorId: string): Stretch[] {
  if (order !== "random") return [{ name: order, condition: sql`true`, order: ORDERS[order] }];
  const start = startOf(annotatorId);
  return [
    { name: "random-on", condition: sql`i.shuffle >= ${start}::float8`, order: sql`i.shuffle` },
    { name: "random-round", condition: sql`i.shuffle < ${start}::float8`, order: sql`i.shuffle` },
  ];
}

/** The same order in one expression, for few items. */
export function queueOrder(order: ItemOrder, annotatorId: string): Sql {
  return order === "random" ? sql`i.shuffle < ${startOf(annotatorId)}::float8, i.shuffle` : ORDERS[order];
}

/** A number from 0 to 1 that stays the annotator's. */
function startOf(annotatorId: string): number {
  return createHash("sha256").update(annotatorId).digest().readUInt32BE(0) / 2 ** 32;
}
