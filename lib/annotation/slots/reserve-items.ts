import type { Ctx } from "#lib/access/context.ts";
import { type Desk, deskOf, giveBack, lockHeld, renew } from "#lib/annotation/desk.internal.ts";
import { missingItem } from "#lib/annotation/lock-item.ts";
import { queueArchived } from "#lib/annotation/queue-archived.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-work.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { countLeft } from "./count-left.internal.ts";
import { listReserved } from "./own-work.internal.ts";
import { type DeskRules, requireAnnotator } from "./require-annotator.internal.ts";
import { slotTaken } from "./slot-taken.internal.ts";
import { reserveLocked, takeNext } from "./take-items.internal.ts";

type Endpoint = typeof contract.reserveItems;
type Left = ReplyOf<Endpoint>["left"];

/**
 * Renews what the caller holds and, unless the queue is archived, tops it up. What is left is counted only where it did not suffice: the
 * count looks at each open item.
 */
export async function reserveItems(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, count, itemId } = input;
  const rules = await requireAnnotator(ctx, queueId);
  const desk = deskOf(ctx, queueId);
  return ctx.db.transaction(async (db) => {
    await oneAtATime(db, desk);
    const locked = await lockHeld(db, desk, { itemIds: itemId === undefined ? [] : [itemId] });
    const held = await renewHeld(db, desk, locked);
    const most = rules.isArchived ? 0 : count - held.length;
    const taken =
      itemId === undefined
        ? await takeNext(db, desk, { rules, most, mayWait: locked.length === 0 })
        : await takeOne(db, desk, { itemId, isArchived: rules.isArchived, locked, held });
    if (taken.length > 0) await tellProject(db, desk.projectId, "queues");
    const reserved = await listReserved({ ...ctx, db }, desk, { rules, first: itemId });
    const isShort = reserved.length < count;
    return { reserved, left: isShort ? await leftIn(db, desk, { rules, held: reserved.length }) : null };
  });
}

/** Two windows of one person would otherwise both top up to the count. */
async function oneAtATime(db: Db, { queueId, annotatorId }: Desk): Promise<void> {
  await lockName(db, `reserve ${queueId} ${annotatorId}`);
}

/** What no longer stands is given back, so that it neither counts nor shows. */
async function renewHeld(db: Db, desk: Desk, locked: readonly string[]): Promise<string[]> {
  const held = await renew(db, desk, { itemIds: locked, live: true });
  await giveBack(db, desk, { allBut: held });
  return held;
}

type Asked = { itemId: string; isArchived: boolean; locked: readonly string[]; held: readonly string[] };

/** An item that the caller holds already stays theirs. */
async function takeOne(db: Db, desk: Desk, { itemId, isArchived, locked, held }: Asked): Promise<string[]> {
  if (!locked.includes(itemId)) throw await missingItem(db, { ...desk, itemId });
  if (isArchived && !held.includes(itemId)) throw queueArchived(desk.queueId);
  const taken = await reserveLocked(db, desk, [itemId]);
  if (taken.length === 0) throw await slotTaken(db, desk, itemId);
  return taken;
}

/** Of an archived queue nothing is left but what the caller holds. */
async function leftIn(
  db: Db,
  desk: Desk,
  { rules, held }: { rules: DeskRules; held: number },
): Promise<Left> {
  if (rules.isArchived) return { forMe: held, forOthers: 0, inOtherHands: 0, holders: [], isArchived: true };
  return { ...(await countLeft(db, desk, rules.skipPolicy)), isArchived: false };
}
