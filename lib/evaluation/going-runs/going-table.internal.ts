import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Tables of runs that the worker takes on step by step: each has a state, when it is looked at next, and why it waits. */
const GOING_TABLES = {
  evaluation_run: sql`evaluation_run`,
  rl_run: sql`rl_run`,
  loop_run: sql`loop_run`,
} as const satisfies Record<string, Sql>;
export type GoingTable = keyof typeof GOING_TABLES;

export type GoingRun = { readonly projectId: string; readonly id: string };

export function nameOf(table: GoingTable): Sql {
  return GOING_TABLES[table];
}

/** Who looks again when such a run changes. */
export function topicOf(table: GoingTable): "evaluations" | "jobs" {
  return table === "evaluation_run" ? "evaluations" : "jobs";
}
