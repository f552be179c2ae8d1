import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import {
  decisionsOfItems,
  type EvidenceItem,
  type EvidenceWanted,
  type ItemDecision,
  type ItemSaid,
  itemsAfter,
  saidOfItems,
} from "#lib/annotation/evidence/items-with-evidence.ts";
import type { EvidenceOf } from "#lib/datasets/candidate.ts";
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
  const { takesRunItems = false } = source.source;
  return taken.map((item) => sourceItem(item, { calls, said, decisions, takesRunItems }));
}

type Found = {
  calls: ReadonlyMap<string, SourceCall>;
  said: ReadonlyMap<string, ItemSaid[]>;
  decisions: ReadonlyMap<string, ItemDecision>;
  takesRunItems: boolean;
};

function sourceItem(item: EvidenceItem, { calls, said, decisions, takesRunItems }: Found): SourceItem {
  const { itemId, addedAt, isFlagged, isSkipped, isOpen, askedBy, callId, pairCallId } = item;
  // What people say to a run about its replies counts nowhere else: not as an answer, and not as one that was retracted.
  const isOfRun = askedBy !== null && !takesRunItems;
  const decision = isOfRun ? undefined : decisions.get(itemId);
  const answers = isOfRun ? [] : (said.get(itemId) ?? []);
  const { gone = [], standing = [] } = Object.groupBy(answers, (one) =>
    one.isRetracted ? "gone" : "standing",
  );
  return {
    itemId,
    addedAt,
    isFlagged,
    isSkipped,
    isOpen,
    isOfRun,
    call: calls.get(callId) ?? null,
    other: pairCallId === null ? null : (calls.get(pairCallId) ?? null),
    said: standing.map((one) => ({ evidence: answerIn(one), value: one.value })),
    retracted: [...gone.map(answerIn), ...(decision?.isRetracted ? [decisionIn(decision)] : [])],
    decision:
      decision && !decision.isRetracted
        ? { evidence: decisionIn(decision), value: decision.value, isGold: decision.isGold }
        : null,
  };
}

function answerIn({ feedbackId, userId, contentHash }: ItemSaid): EvidenceOf {
  return { kind: "answer", id: feedbackId, userId, hash: contentHash };
}

function decisionIn({ itemId, decidedBy, hash }: ItemDecision): EvidenceOf {
  return { kind: "decision", id: itemId, userId: decidedBy, hash };
}

/** What of the answers a source uses. */
export function wantedOf({ source, field }: Pick<CheckedQueue, "source" | "field">): EvidenceWanted {
  if (source.use === "pairs") return { kind: "verdict" };
  return field ? { kind: "field", refs: field.refs } : { kind: "correction" };
}
