import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { columns, float, floats, int, json, orNull } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { TOKENS } from "#lib/traces/calls/call-totals.ts";
import { countsByPlace, listOf } from "#lib/traces/totals/by-place.ts";
import { hasTotals } from "#lib/traces/totals/has-totals.ts";
import { type TurnTotals, totalTurns } from "#lib/traces/totals/total-turns.ts";
import { chosenThreads, isChosen } from "./chosen-threads.internal.ts";
import { failedCalls, threadConditions } from "./thread-conditions.internal.ts";
import { DURATION_MS, isTurn, startedInside } from "./turn-statistics.internal.ts";

type TurnSummary = TurnTotals & { isTokenSumLeftOut: boolean };

const FRACTIONS = [0.5, 0.9, 0.99];

/** The most calls to read for token totals: tokens are in the documents, and reading more takes too long. */
const MAX_TURNS_READ = 100_000;

/**
 * Totals over the turns in the threads that pass, inside the window. Where every thread with a turn there passes, they are kept; else the
 * turns are read.
 */
export async function summarizeTurns(db: Db, projectId: string, filter: ThreadFilter): Promise<TurnSummary> {
  const { areOfWindow } = threadConditions(projectId, filter);
  if (areOfWindow && (await hasTotals(db, projectId)))
    return { ...(await totalTurns(db, projectId, askedOf(filter))), isTokenSumLeftOut: false };
  const [read] = await db.query(turnsStatement(projectId, filter));
  if (!read) throw new Error("A statement of aggregates gave no row");
  const isTokenSumLeftOut = read.turns > MAX_TURNS_READ;
  const [usage] = isTokenSumLeftOut ? [] : await db.query(tokensStatement(projectId, filter));
  return { ...read, percentiles: read.percentiles ?? [], tokens: usage?.tokens ?? null, isTokenSumLeftOut };
}

/** The bounds of a window are strict. */
function askedOf({ afterDatetime, beforeDatetime, isTraffic }: ThreadFilter) {
  const bound = (at: string | undefined) => (at === undefined ? undefined : { at, isInside: false });
  return {
    span: { after: bound(afterDatetime), before: bound(beforeDatetime) },
    isTraffic,
    fractions: FRACTIONS,
  };
}

const TOTALS = columns({
  turns: float(sql`coalesce((select sum(turn_count) from thread), 0)`),
  failedTurns: int(
    sql`(select count(*) from failure where id = turn_id and ${isChosen(sql`failure.thread_id`)})`,
  ),
  percentiles: orNull(
    floats(sql`(select percentile_cont(${FRACTIONS}::float8[]) within group (order by ms) from turn)`),
  ),
  durations: json<TurnTotals["durations"]>(listOf(countsByPlace(sql`ms`, sql`turn`))),
});

function turnsStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${chosenThreads(projectId, filter)},
    turn as materialized (
      select ${DURATION_MS} as ms
      from call c where ${isTurn(sql`${projectId}`, filter)} and c.thread_id in (select thread_id from thread)),
    failure as materialized (
      select c.id, c.turn_id, c.thread_id ${failedCalls(projectId)} and c.thread_id <> '' and c.started_at is not null
        ${startedInside(filter)})
    select ${TOTALS}`;
}

function tokensStatement(projectId: string, filter: ThreadFilter) {
  return sql`
    ${chosenThreads(projectId, filter)}
    select ${columns({ tokens: orNull(float(sql`sum(${TOKENS})`)) })} from call c
    where ${isTurn(sql`${projectId}`, filter)} and c.summary is not null and c.thread_id in (select thread_id from thread)`;
}
