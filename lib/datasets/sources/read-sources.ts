import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import {
  decisionsOfItems,
  type EvidenceItem,
  type EvidenceWanted,
  itemsAfter,
  saidOfItems,
} from "#lib/annotation/evidence/items-with-evidence.ts";
import type { DatasetKind, Recipe } from "#lib/contract/datasets/recipe.ts";
import type { GivenRow } from "#lib/datasets/rows/given-rows.ts";
import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import { columns, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { type CheckedQueue, type CheckedSource, checkSources } from "./check-sources.ts";
import { readCalls, type SourceCall } from "./read-calls.internal.ts";
import { readUpload, readVersion } from "./read-given-rows.internal.ts";

export type ReadQueue = CheckedQueue & { items: readonly SourceItem[] };
export type ReadRows = { kind: "rows"; index: number; rows: readonly GivenRow[] };
export type ReadSource = ReadQueue | ReadRows;
export type ReadSources = {
  asOf: Date;
  sources: readonly ReadSource[];
  /** Whether there are more items than were read. */
  isSampled: boolean;
};

/** What one request may read: it holds a connection, and what it read in memory. */
export const MAX_ITEMS = 10_000;
const MAX_BYTES = 128 * 1024 * 1024;
const ITEMS_AT_ONCE = 500;

type Asked = { kind: DatasetKind; recipe: Recipe; maxItems: number };

/** Everything that a recipe builds from, as it was at one moment. */
export function readSources(
  { db, project }: Pick<Ctx, "db" | "project">,
  { kind, recipe, maxItems }: Asked,
): Promise<ReadSources> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`);
    const place = { db: tx, project };
    const asOf = await momentOf(tx);
    const sources: ReadSource[] = [];
    const budget = { items: maxItems, bytes: MAX_BYTES, isSampled: false };
    for (const source of await checkSources(place, { kind, recipe }))
      sources.push(await readSource(place, source, budget));
    return { asOf, sources, isSampled: budget.isSampled };
  });
}

async function readSource(
  place: Pick<Ctx, "db" | "project">,
  source: CheckedSource,
  budget: Budget,
): Promise<ReadSource> {
  if (source.kind === "queue") return { ...source, items: await readItems(place, source, budget) };
  // One more than is left says whether there are more.
  const limit = budget.items + 1;
  const found =
    source.kind === "upload"
      ? await readUpload(source, limit)
      : await readVersion(place.db, place.project.id, source, limit);
  const rows = found.slice(0, budget.items);
  if (rows.length < found.length) budget.isSampled = true;
  budget.items -= rows.length;
  for (const { sizeBytes } of rows) budget.bytes -= sizeBytes;
  if (budget.bytes < 0) throw tooMuch();
  return { kind: "rows", index: source.index, rows };
}

async function momentOf(db: Db): Promise<Date> {
  const [row] = await db.query(sql`select ${columns({ at: time(sql`now()`) })}`);
  return row?.at ?? new Date();
}

type Budget = { items: number; bytes: number; isSampled: boolean };

async function readItems(
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
    const taken = found.slice(0, budget.items);
    budget.items -= taken.length;
    items.push(...(await withEvidence(db, { place, source, taken, budget })));
    if (taken.length < found.length) budget.isSampled = true;
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
  for (const { sizeBytes } of calls.values()) budget.bytes -= sizeBytes;
  if (budget.bytes < 0) throw tooMuch();
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
  const { itemId, addedAt, isFlagged, isSkipped, callId, pairCallId } = item;
  const decision = decisions.get(itemId);
  return {
    itemId,
    addedAt,
    isFlagged,
    isSkipped,
    call: calls.get(callId) ?? null,
    other: pairCallId === null ? null : (calls.get(pairCallId) ?? null),
    said: (said.get(itemId) ?? []).map(({ feedbackId, userId, contentHash, value }) => ({
      evidence: { kind: "answer", id: feedbackId, userId, hash: contentHash },
      value,
    })),
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

function tooMuch(): Conflict {
  return new Conflict(
    `What the recipe reads is larger than ${MAX_BYTES / 1024 / 1024} MiB; use several datasets`,
    { code: "too_large" },
  );
}
