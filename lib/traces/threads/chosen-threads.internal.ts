import type { ThreadFilter } from "#lib/contract/traces/threads.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { threadsOf } from "./threads-statement.internal.ts";

/** The common table `thread` of what passes the filter, with how much feedback each has if that is asked for. */
export function chosenThreads(projectId: string, filter: ThreadFilter, withFeedback = false): Sql {
  const { tables, rows } = threadsOf(projectId, filter, { withFeedback });
  const feedback = withFeedback ? sql`, feedback` : empty;
  return sql`
    with ${tables},
    thread as materialized (select thread_id, turn_count, first_start, p50_ms, is_start_undated ${feedback} from (${rows}) chosen)`;
}

export function isChosen(threadId: Sql): Sql {
  return sql`exists (select from thread where thread.thread_id = ${threadId})`;
}
