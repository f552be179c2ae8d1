import { columns, int } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { isTooSlow, sqlState } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import { changesIn } from "./changes.internal.ts";

/** Notes taken in one statement. One is of an hour of a statement: of a hundred calls where they come in batches. */
const MAX_NOTES = 500;

/** Adds what was noted to the kept totals, a batch at a time; returns how many notes there were. Sums commute, so that several workers may fold at once. */
export async function foldTotals(db: Db): Promise<number> {
  for (let notes = 0; ; ) {
    const next = await nextNotes(db);
    // Most of the time nothing is noted, which needs no transaction and no plan of the statement below.
    const taken = next.length === 0 ? 0 : await foldNotes(db, next);
    notes += taken;
    if (taken < MAX_NOTES) return notes;
  }
}

async function nextNotes(db: Db): Promise<bigint[]> {
  const notes = await db.prisma.callChange.findMany({
    where: { isAside: false },
    orderBy: { id: "asc" },
    take: MAX_NOTES,
    select: { id: true },
  });
  return notes.map(({ id }) => id);
}

/** Notes that cannot be folded together are folded in halves, so that none holds up those of others. */
async function foldNotes(db: Db, ids: readonly bigint[]): Promise<number> {
  const half = Math.ceil(ids.length / 2);
  try {
    // As a transaction: what a failed one had locked is free when the halves begin.
    return await db.transaction((tx) => foldBatch(tx, ids));
  } catch (error) {
    if (!isAboutNotes(error)) throw error;
    if (half === ids.length) return putAside(db, ids, error);
  }
  return (await foldNotes(db, ids.slice(0, half))) + (await foldNotes(db, ids.slice(half)));
}

/** Whether the database refused these rows, or could not add them up in time; anything else is its own trouble, and every note waits. */
function isAboutNotes(error: unknown): boolean {
  return isTooSlow(error) || /^(22|54)/.test(sqlState(error) ?? "");
}

/** Readers add up what is still noted, so that counts stay exact. */
async function putAside(db: Db, ids: readonly bigint[], error: unknown): Promise<0> {
  const aside = await db.prisma.callChange.updateManyAndReturn({
    where: { id: { in: [...ids] } },
    data: { isAside: true },
    select: { id: true, projectId: true, hour: true, opNames: true },
  });
  for (const { id, projectId, hour, opNames } of aside)
    log.error(
      { note: String(id), projectId, hour, calls: opNames.length, err: error },
      "a change of totals cannot be folded and is put aside; counts of its project stay exact, but read it each time",
    );
  return 0;
}

/** Passes over notes that another worker has. Rows are written in one order, so that none waits in a circle. */
async function foldBatch(db: Db, ids: readonly bigint[]): Promise<number> {
  const [counts] = await db.query(sql`
    with note as (
      delete from call_change where id in (
        select id from call_change where id = any(${ids.map(String)}::bigint[]) and not is_aside for update skip locked)
      returning *),
    change as materialized (
      select change.*, sha256(convert_to(change.op_name, 'UTF8')) as op_key, start
      from (${changesIn(sql`from note join project p on p.id = note.project_id`)}) change
      cross join lateral (values (change.hour), ('-infinity')) span (start)),
    totals as (
      insert into call_total (project_id, start, op_key, is_root, is_turn, is_traffic, status, place, op_name, calls, bytes, tokens, with_tokens)
      select project_id, start, op_key, is_root, is_turn, is_traffic, status, place, op_name, sum(calls), sum(bytes), sum(tokens), sum(with_tokens)
      from change group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(calls) <> 0 or sum(bytes) <> 0 or sum(tokens) <> 0 or sum(with_tokens) <> 0
      order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (project_id, start, op_key, is_root, is_turn, is_traffic, status, place) do update set
        calls = call_total.calls + excluded.calls, bytes = call_total.bytes + excluded.bytes,
        tokens = call_total.tokens + excluded.tokens, with_tokens = call_total.with_tokens + excluded.with_tokens),
    durations as (
      insert into turn_duration (project_id, place, start, is_traffic, ms, turns)
      select project_id, place, start, is_traffic, ms, sum(calls)
      from change where ms is not null group by 1, 2, 3, 4, 5 having sum(calls) <> 0
      order by 1, 2, 3, 4, 5
      on conflict (project_id, place, start, is_traffic, ms) do update set turns = turn_duration.turns + excluded.turns)
    select ${columns({ notes: int(sql`(select count(*) from note)`) })}`);
  return counts?.notes ?? 0;
}
