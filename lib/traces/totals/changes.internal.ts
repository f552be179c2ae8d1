import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { placeOf } from "./duration-ranges.ts";

/**
 * What notes (as `note`, after `from`) say of single calls, with what each adds to a total: a call that is taken away counts -1. Durations of
 * turns have their place among the ranges.
 */
export function changesIn(from: Sql): Sql {
  return sql`
    select note.project_id, note.hour, change.op_name, change.is_root, change.is_turn, change.is_traffic, change.status,
      coalesce(${placeOf(sql`change.ms`)}, 0)::int2 as place, change.ms, note.sign::int8 as calls, note.sign * change.bytes as bytes,
      note.sign * coalesce(change.tokens, 0) as tokens, case when change.tokens is null then 0 else note.sign end::int8 as with_tokens
    ${from} cross join lateral unnest(note.op_names, note.are_roots, note.are_turns, note.are_traffic, note.statuses, note.ms, note.bytes, note.tokens)
      as change (op_name, is_root, is_turn, is_traffic, status, ms, bytes, tokens)`;
}
