import { at, type RatingTable, sizeOf, type Value } from "#lib/annotation/agreement/rating-table.ts";
import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";
import type { getQueueQuality } from "#lib/contract/annotation/queue-quality.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, field, float, int, orNull, text, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Person = ReplyOf<typeof getQueueQuality>["people"][number];
type Work = Omit<Person, "consensus" | "gold">;

/**
 * How much each annotator did. Times are those of completed answers, as far as they were measured: an answer that came without its time
 * has none.
 */
export function workOfPeople(
  db: Db,
  { projectId, queueId }: { projectId: string; queueId: string },
): Promise<Work[]> {
  return db.query(sql`
    select ${WORK}
    from item_progress p
    join queue_item i on i.project_id = p.project_id and i.id = p.item_id and i.deleted_at is null
    left join app_user u on u.id = p.annotator_id
    where p.project_id = ${projectId} and p.queue_id = ${queueId} and (p.state <> 'unstarted' or p.is_flagged)
    group by p.annotator_id, u.name
    order by name, "annotatorUserId"`);
}

const IS_MEASURED = sql`p.state = 'completed' and p.active_ms > 0`;

const WORK = columns({
  annotatorUserId: field("item_progress p", "annotatorId"),
  name: text(sql`coalesce(u.name, p.annotator_id)`),
  completed: int(sql`count(*) filter (where p.state = 'completed')`),
  skipped: int(sql`count(*) filter (where p.state = 'skipped')`),
  inProgress: int(sql`count(*) filter (where p.state = 'in_progress')`),
  flagged: int(sql`count(*) filter (where p.is_flagged)`),
  medianMs: orNull(
    float(sql`percentile_cont(0.5) within group (order by p.active_ms) filter (where ${IS_MEASURED})`),
  ),
  p90Ms: orNull(
    float(sql`percentile_cont(0.9) within group (order by p.active_ms) filter (where ${IS_MEASURED})`),
  ),
  lastActive: time(sql`max(p.updated_at)`),
});

/** How many answers of somebody could be held against something, and how many were the same. */
export type Hits = { cases: number; hits: number };

/**
 * Holds each person's answers against those of the other people: a case is an answer where more than half of the others said one
 * and the same thing.
 */
export function consensusHits(table: RatingTable): Map<string, Hits> {
  const found = new Map<string, Hits>();
  for (let item = 0; item < table.items.length; item++) {
    const others = sizeOf(table, item) - 1;
    if (others < 1) continue;
    const [from, to] = [at(table.starts, item), at(table.starts, item + 1)];
    const codes = table.codeOf.subarray(from, to);
    for (let own = 0; own < codes.length; own++) {
      const majority = codes.find(
        (code) => countOf(codes, code) - (codes[own] === code ? 1 : 0) > others / 2,
      );
      const rater = table.raters[at(table.raterOf, from + own)];
      if (majority !== undefined && rater !== undefined) addCase(found, rater, majority === codes[own]);
    }
  }
  return found;
}

function countOf(codes: Uint32Array, wanted: number): number {
  let count = 0;
  for (const code of codes) if (code === wanted) count++;
  return count;
}

/** Holds each person's answers against what is known to be right, by item. */
export function goldHits(table: RatingTable, gold: ReadonlyMap<string | number, Value>): Map<string, Hits> {
  const found = new Map<string, Hits>();
  for (const [item, name] of table.items.entries()) {
    const right = gold.get(name);
    if (right === undefined) continue;
    for (let place = at(table.starts, item); place < at(table.starts, item + 1); place++) {
      const rater = table.raters[at(table.raterOf, place)];
      if (rater !== undefined) addCase(found, rater, table.values[at(table.codeOf, place)] === right);
    }
  }
  return found;
}

function addCase(found: Map<string, Hits>, rater: string, isHit: boolean): void {
  const { cases, hits } = found.get(rater) ?? { cases: 0, hits: 0 };
  found.set(rater, { cases: cases + 1, hits: hits + (isHit ? 1 : 0) });
}

/** The person with what was found in each of the fields, summed. */
export function withHits(
  work: Work,
  { consensus, gold }: { consensus: readonly Map<string, Hits>[]; gold: readonly Map<string, Hits>[] },
): Person {
  const agreed = sumOf(consensus, work.annotatorUserId);
  const right = sumOf(gold, work.annotatorUserId);
  return {
    ...work,
    consensus: { ...wilsonInterval(agreed.hits, agreed.cases), items: agreed.cases },
    gold: { value: right.cases === 0 ? null : right.hits / right.cases, items: right.cases },
  };
}

function sumOf(found: readonly Map<string, Hits>[], rater: string): Hits {
  const all = found.flatMap((one) => one.get(rater) ?? []);
  return {
    cases: all.reduce((sum, { cases }) => sum + cases, 0),
    hits: all.reduce((sum, { hits }) => sum + hits, 0),
  };
}
