import type { Ctx } from "#lib/access/context.ts";
import type { EvidenceField } from "#lib/annotation/evidence/find-evidence-field.ts";
import { VERDICT } from "#lib/annotation/evidence/find-evidence-field.ts";
import type { Used } from "#lib/contract/datasets/sources.ts";
import { heardUntil, readInForce } from "#lib/datasets/retractions/in-force.ts";
import type { GivenRow } from "#lib/datasets/rows/given-rows.ts";
import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import type { ThreadItem } from "#lib/datasets/rows/thread-candidate.ts";
import { columns, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Budget } from "./budget.internal.ts";
import { checkSources } from "./check-sources.ts";
import type { CheckedSource, RecipeAsked } from "./checked-source.ts";
import { readCallItems, readThreads, readVotes } from "./read-call-items.internal.ts";
import { readUpload, readVersion } from "./read-given-rows.internal.ts";
import { readGuarded } from "./read-guarded.internal.ts";
import { readQueueItems } from "./read-queue-items.internal.ts";

/** How what people said is used; null where recorded answers are taken whatever was said. */
type Use = { used: Used; field: EvidenceField | null } | null;
export type ReadItems = { kind: "items"; index: number; use: Use; items: readonly SourceItem[] };
export type ReadThreads = { kind: "threads"; index: number; use: Use; items: readonly ThreadItem[] };
export type ReadRows = { kind: "rows"; index: number; items: readonly GivenRow[] };
export type ReadSource = ReadItems | ReadThreads | ReadRows;
export type ReadSources = {
  asOf: Date;
  /** Before `asOf` where a retraction was being stored just then, of which this knows nothing. */
  heardUntil: Date;
  sources: readonly ReadSource[];
  /** Names of datasets that are kept out, by the hashes of the keys of their rows. */
  guarded: ReadonlyMap<string, string>;
  /** Whether there are more items than were read. */
  isSampled: boolean;
};

/** What one request may read. */
export const MAX_ITEMS = 10_000;

/** As long as a request may take. Reading is bounded by what is read, not by the usual time of a transaction. */
const AT_ONE_MOMENT = { timeoutMs: 60_000, atOneMoment: true };

type Place = Pick<Ctx, "db" | "project" | "actor">;
export type SourcesAsked = RecipeAsked & { maxItems: number };

/** Everything that a recipe builds from, as it was at one moment. */
export async function readSources(place: Place, asked: SourcesAsked): Promise<ReadSources> {
  const { heard, ...read } = await readAtOneMoment(place, asked);
  const { asOf } = read;
  return { ...read, heardUntil: await heardUntil(place.db, place.project.id, { asOf, heard }) };
}

function readAtOneMoment({ db, project, actor }: Place, { kind, recipe, arriving, maxItems }: SourcesAsked) {
  return db.transaction(async (tx) => {
    await tx.query(sql`set transaction read only`);
    const place = { db: tx, project, actor };
    const asOf = await momentOf(tx);
    const heard = await readInForce(tx, project.id);
    const sources: ReadSource[] = [];
    const budget = new Budget(maxItems);
    for (const source of await checkSources(place, { kind, recipe, arriving }))
      sources.push(await readSource(place, source, budget));
    return {
      asOf,
      heard,
      sources,
      guarded: await readGuarded(place, { kind, recipe }),
      isSampled: budget.isSampled,
    };
  }, AT_ONE_MOMENT);
}

async function readSource(place: Place, source: CheckedSource, budget: Budget): Promise<ReadSource> {
  const { index } = source;
  switch (source.kind) {
    case "queue": {
      const use = { used: source.source, field: source.field };
      return { kind: "items", index, use, items: await readQueueItems(place, source, budget) };
    }
    case "votes": {
      const use = { used: source.used, field: VERDICT };
      return { kind: "items", index, use, items: await readVotes(place, source, budget) };
    }
    case "threads":
      return { kind: "threads", index, use: source.said, items: await readThreads(place, source, budget) };
    case "calls":
    case "feedback":
      return { kind: "items", index, use: source.said, items: await readCallItems(place, source, budget) };
    default:
      return { kind: "rows", index, items: await readRows(place, source, budget) };
  }
}

async function readRows(
  { db, project }: Place,
  source: Extract<CheckedSource, { kind: "upload" | "version" }>,
  budget: Budget,
): Promise<GivenRow[]> {
  // One more than is left says whether there are more.
  const limit = budget.items + 1;
  const found =
    source.kind === "upload"
      ? await readUpload(source, limit)
      : await readVersion(db, project.id, source, limit);
  const rows = budget.take(found);
  budget.hold(rows);
  return rows;
}

async function momentOf(db: Db): Promise<Date> {
  const [row] = await db.query(sql`select ${columns({ at: time(sql`now()`) })}`);
  return row?.at ?? new Date();
}
