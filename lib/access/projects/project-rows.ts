import type { DELETION_STAGES } from "#lib/contract/access/projects.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { checkpointsPath, jobPath } from "#lib/platform/storage/data-paths.ts";

/** A table whose rows a project holds. */
export type HeldTable = {
  stage: (typeof DELETION_STAGES)[number];
  table: Sql;
  /** The column that leads to the file or folder that a row names, and what that is. */
  file?: { column: Sql; path: (value: string) => string };
};

const asItIs = (value: string) => value;

/** Everything that a project holds, what names others before the others. */
export const HELD_TABLES: readonly HeldTable[] = [
  { stage: "queues", table: sql`blind_pair` },
  { stage: "queues", table: sql`blind_queue` },
  { stage: "queues", table: sql`adjudication` },
  { stage: "queues", table: sql`item_suggestion` },
  { stage: "queues", table: sql`item_reply` },
  { stage: "queues", table: sql`queue_learning` },
  { stage: "queues", table: sql`item_reservation` },
  { stage: "queues", table: sql`item_progress` },
  { stage: "queues", table: sql`queue_item` },
  { stage: "queues", table: sql`pending_queue_call` },
  { stage: "queues", table: sql`queue_rule` },
  { stage: "queues", table: sql`rule_inbox` },
  { stage: "queues", table: sql`queue_report` },
  { stage: "queues", table: sql`annotation_queue` },
  { stage: "feedback", table: sql`feedback` },
  { stage: "calls", table: sql`call` },
  { stage: "calls", table: sql`call_change` },
  { stage: "calls", table: sql`call_total` },
  { stage: "calls", table: sql`turn_duration` },
  { stage: "calls", table: sql`total_backfill` },
  { stage: "calls", table: sql`call_marked` },
  { stage: "calls", table: sql`thread_dirty` },
  { stage: "calls", table: sql`thread_stat` },
  { stage: "calls", table: sql`thread_total` },
  { stage: "calls", table: sql`thread_total_backfill` },
  { stage: "calls", table: sql`call_retention` },
  { stage: "objects", table: sql`loop_run` },
  { stage: "objects", table: sql`loop` },
  { stage: "objects", table: sql`rl_evidence` },
  { stage: "objects", table: sql`rl_rollout` },
  { stage: "objects", table: sql`rl_round` },
  { stage: "objects", table: sql`rl_run` },
  { stage: "objects", table: sql`evaluation_result` },
  { stage: "objects", table: sql`evaluation_run` },
  { stage: "objects", table: sql`evaluation_model` },
  { stage: "objects", table: sql`evaluation` },
  { stage: "objects", table: sql`dataset_rejection` },
  { stage: "objects", table: sql`dataset_left_out` },
  { stage: "objects", table: sql`dataset_answer` },
  { stage: "objects", table: sql`dataset_person` },
  { stage: "objects", table: sql`dataset_evidence` },
  { stage: "objects", table: sql`dataset_row` },
  { stage: "objects", table: sql`dataset_version` },
  { stage: "objects", table: sql`dataset` },
  { stage: "objects", table: sql`retraction` },
  { stage: "objects", table: sql`grader_measurement` },
  { stage: "objects", table: sql`grader` },
  { stage: "objects", table: sql`object_version` },
  { stage: "objects", table: sql`row_table` },
  { stage: "objects", table: sql`table_row` },
  { stage: "objects", table: sql`content_file` },
  { stage: "models", table: sql`training_metric` },
  { stage: "models", table: sql`training_row_loss` },
  { stage: "models", table: sql`training_event` },
  { stage: "models", table: sql`checkpoint_gate` },
  { stage: "models", table: sql`checkpoint_alias` },
  { stage: "models", table: sql`checkpoint_alias_move` },
  { stage: "models", table: sql`promotion` },
  { stage: "models", table: sql`checkpoint`, file: { column: sql`folder`, path: asItIs } },
  { stage: "models", table: sql`model_log` },
  { stage: "models", table: sql`training_job`, file: { column: sql`id`, path: (id) => jobPath(id) } },
  { stage: "models", table: sql`model`, file: { column: sql`id`, path: checkpointsPath } },
  { stage: "rest", table: sql`uploaded_file`, file: { column: sql`path`, path: asItIs } },
  { stage: "rest", table: sql`webhook_delivery` },
  { stage: "rest", table: sql`webhook` },
  { stage: "rest", table: sql`invitation` },
];

export async function countHeldRows(db: Db, projectId: string): Promise<number> {
  const counts = HELD_TABLES.map(
    ({ table }) => sql`(select count(*) from ${table} where project_id = ${projectId})`,
  );
  const [row] = await db.query(sql`select ${columns({ rows: float(join(counts, " + ")) })}`);
  return row?.rows ?? 0;
}
