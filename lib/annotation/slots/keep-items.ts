import type { Ctx } from "#lib/access/context.ts";
import { deskOf, lockItems, ownReservation, renew } from "#lib/annotation/desk.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-work.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, orNull, time } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requireAnnotator } from "./require-annotator.internal.ts";

type Endpoint = typeof contract.keepItems;

/** The items' locks keep a reservation that is about to expire from being renewed for one and granted to another at once. */
export async function keepItems(
  ctx: Ctx,
  { queueId, itemIds }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireAnnotator(ctx, queueId);
  const desk = deskOf(ctx, queueId);
  const asked = [...new Set(itemIds)];
  return ctx.db.transaction(async (db) => {
    const locked = await lockItems(db, desk, asked);
    const renewed = new Set(await renew(db, desk, { itemIds: locked, live: false }));
    const [first] = await db.query(sql`
      select ${columns({ expiresAt: orNull(time(sql`min(r.expires_at)`)) })} from item_reservation r
      where ${ownReservation(desk)} and r.item_id = any(${[...renewed]}::text[])`);
    return {
      kept: asked.filter((id) => renewed.has(id)),
      lost: asked.filter((id) => !renewed.has(id)),
      expiresAt: first?.expiresAt ?? null,
    };
  });
}
