import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import {
  decisionsOfItems,
  type EvidenceItem,
  type EvidenceWanted,
  itemsAfter,
  saidOfItems,
} from "#lib/annotation/evidence/items-with-evidence.ts";
import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Budget, ITEMS_AT_ONCE } from "./budget.internal.ts";
import type { CheckedQueue } from "./checked-source.ts";
import { readCalls, type SourceCall } from "./read-calls.internal.ts";

/** The items of a queue with what was said and decided of them, in the order of adding. */
export async function readQueueItems(
  { db, project }: Pick<Ctx, "db" | "project">,
  source: CheckedQueue,
  budget: Budget,
): Promise<SourceItem[]> {
  const place = { projectId: project.id, queueId: source.queue.id };
  const items: SourceItem[] = [];
  let after: EvidenceItem | null = null;
  for (;;) {
    // One more than is left says whether there are more.
    const limit = Math.min(ITEMS_AT_ONCE, budget.items + 1);
    const found: EvidenceItem[] = await itemsAfter(db, place, { after, limit });
    const taken = budget.take(found);
    items.push(...(await withEvidence(db, { place, source, taken, budget })));
    if (found.length < limit || budget.isSampled) return items;
    after = found.at(-1) ?? null;
    await othersTurn();
  }
}

type Stretch = {
  place: { projectId: string; queueId: string };
  source: CheckedQueue;
  taken: readonly EvidenceItem[];
  budget: Budget;
};

async function withEvidence(db: Db, { place, source, taken, budget }: Stretch): Promise<SourceItem[]> {
  const itemIds = taken.map(({ itemId }) => itemId);
  const callIds = taken.flatMap(({ callId, pairCallId }) => [callId, pairCallId ?? []].flat());
  const calls = await readCalls(db, place.projectId, callIds);
  budget.hold(calls.values());
  const said = Map.groupBy(
    await saidOfItems(db, place, { items: taken, wanted: wantedOf(source) }),
    ({ itemId }) => itemId,
  );
  const decided = await decisionsOfItems(db, place, { itemIds, refs: source.field?.refs ?? [] });
  const decisions = new Map(decided.map((one) => [one.itemId, one]));
  return taken.map((item) => sourceItem(item, { calls, said, decisions }));
}

type Found = {
  calls: ReadonlyMap<string, SourceCall>;
  said: ReadonlyMap<string, Awaited<ReturnType<typeof saidOfItems>>>;
  decisions: ReadonlyMap<string, Awaited<ReturnType<typeof decisionsOfItems>>[number]>;
};

function sourceItem(item: EvidenceItem, { calls, said, decisions }: Found): SourceItem {
  const { itemId, addedAt, isFlagged, isSkipped, isOpen, callId, pairCallId } = item;
  const found = decisions.get(itemId);
  const decision = found?.isRetracted ? undefined : found;
  const answers = said.get(itemId) ?? [];
  const standing = answers.filter(({ isRetracted }) => !isRetracted);
  return {
    itemId,
    addedAt,
    isFlagged,
    isSkipped,
    isOpen,
    call: calls.get(callId) ?? null,
    other: pairCallId === null ? null : (calls.get(pairCallId) ?? null),
    said: standing.map(({ feedbackId, userId, contentHash, value }) => ({
      evidence: { kind: "answer", id: feedbackId, userId, hash: contentHash },
      value,
    })),
    retracted: answers.length - standing.length + (found?.isRetracted ? 1 : 0),
    decision: decision
      ? {
          evidence: { kind: "decision", id: itemId, userId: decision.decidedBy, hash: decision.hash },
          value: decision.value,
          isGold: decision.isGold,
        }
      : null,
  };
}

/** What of the answers a source uses. */
export function wantedOf({ source, field }: Pick<CheckedQueue, "source" | "field">): EvidenceWanted {
  if (source.use === "pairs") return { kind: "verdict" };
  return field ? { kind: "field", refs: field.refs } : { kind: "correction" };
}
