import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { FOLD_LOCK } from "./fold-threads.ts";

/** Adding up the summaries of a large project takes a second or two, and happens once. */
const WITHIN_MS = 60_000;

/** Adds up the summaries of a project that are older than its totals; returns whether there was one. No fold runs at the same time. */
export function totalEarlierThreads(db: Db): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      await tx.query(
        sql`select pg_advisory_xact_lock(${FOLD_LOCK}), set_config('statement_timeout', ${WITHIN_MS}::text, true)`,
      );
      const found = await tx.prisma.threadTotalBackfill.findFirst({ select: { projectId: true } });
      if (!found) return false;
      const { projectId } = found;
      await tx.prisma.threadTotal.deleteMany({ where: { projectId } });
      await tx.query(sql`
        insert into thread_total (project_id, facet, place, is_traffic, amount)
        select stat.project_id, said.facet, said.place, is_traffic_thread(stat.thread_id), sum(said.amount)
        from thread_stat stat
        cross join lateral facets_of_thread(stat.turn_count, stat.p50_ms, stat.first_start, stat.is_start_undated, stat.feedback) said
        where stat.project_id = ${projectId} and stat.turn_count > 0 group by 1, 2, 3, 4`);
      await tx.prisma.threadTotalBackfill.delete({ where: { projectId } });
      return true;
    },
    { timeoutMs: WITHIN_MS },
  );
}
