import { columns, float, json, orNull } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { listOf } from "./by-place.ts";
import { keptCalls, keptDurations, type Span } from "./kept-calls.internal.ts";

export type TurnTotals = {
  turns: number;
  failedTurns: number;
  /** Null if no turn has any. */
  tokens: number | null;
  /** How many turns have a duration in which range. */
  durations: { place: number; count: number }[];
  /** At the given fractions, interpolated; null if no turn has a duration. */
  percentiles: (number | null)[];
};

type Asked = {
  span: Span;
  isTraffic: boolean | undefined;
  /** Of the percentiles. */
  fractions: readonly number[];
};

/** Totals over the turns of all threads that started in a span, at one moment, in a time that grows with the hours and not with the turns. */
export async function totalTurns(db: Db, projectId: string, asked: Asked): Promise<TurnTotals> {
  const [row] = await db.query(turnsStatement(projectId, asked));
  if (!row) throw new Error("A statement of aggregates gave no row");
  const { ranks, timed, ...totals } = row;
  const byRank = new Map(ranks.map(({ rank, ms }) => [rank, ms]));
  const percentiles = asked.fractions.map((fraction) => between(byRank, fraction * (timed - 1)));
  return { ...totals, percentiles };
}

/** The value at a place between two ranks. */
function between(byRank: ReadonlyMap<number, number>, place: number): number | null {
  const [below, above] = [byRank.get(Math.floor(place)), byRank.get(Math.ceil(place))];
  if (below === undefined || above === undefined) return null;
  return below + (place - Math.floor(place)) * (above - below);
}

/** Only the ranges that hold a wanted rank are looked into. */
function turnsStatement(projectId: string, { span, isTraffic, fractions }: Asked) {
  const isWanted = isTraffic === undefined ? sql`true` : sql`is_traffic = ${isTraffic}`;
  const durations = keptDurations(projectId, span, { place: sql`looked_into.place`, isTraffic: isWanted });
  const ranks = fractions.map((fraction) => rankOf(sql`${fraction}::float8 * (total - 1)`));
  return sql`
    with counted as materialized (
      select status, place, sum(calls) as calls, sum(tokens) as tokens, sum(with_tokens) as with_tokens
      from ${keptCalls(projectId, span)} kept where is_turn and ${isWanted} group by status, place),
    range as materialized (
      select place, sum(calls) as count, sum(sum(calls)) over (order by place) - sum(calls) as before
      from counted where place > 0 group by place having sum(calls) > 0),
    timed as (select coalesce(sum(count), 0) as total from range),
    wanted as materialized (select distinct rank from timed cross join lateral (${join(ranks, " union all ")}) asked where rank >= 0),
    looked_into as materialized (
      select place, before from range where exists (select from wanted where rank >= before and rank < before + count)),
    walked as (
      select ms, before + sum(sum(turns)) over (partition by place order by ms) as next, sum(turns) as turns
      from looked_into cross join lateral ${durations} kept group by place, before, ms having sum(turns) > 0)
    select ${columns({
      turns: float(sql`coalesce((select sum(calls) from counted), 0)`),
      failedTurns: float(sql`coalesce((select sum(calls) from counted where status = 'error'), 0)`),
      tokens: orNull(float(sql`(select sum(tokens) from counted having sum(with_tokens) > 0)`)),
      durations: json<TurnTotals["durations"]>(listOf(sql`select place, count::int8 as count from range`)),
      timed: float(sql`(select total from timed)`),
      ranks: json<{ rank: number; ms: number }[]>(
        listOf(sql`select rank, ms from wanted join walked on rank >= next - turns and rank < next`),
      ),
    })}`;
}

function rankOf(place: Sql): Sql {
  return sql`select floor(${place}) as rank union all select ceil(${place})`;
}
