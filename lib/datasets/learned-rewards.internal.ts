import { sql } from "#lib/platform/db/sql.ts";

/** The id of the round of a reward's evidence (as `e`), as lineage has it. */
export const ROUND_ID = sql`e.run_id || '/' || e.round`;

/** Whether a reward, by its evidence (as `e`), is one that can be learned from: where all answers to a prompt were worth the same, none of them was. */
export const IS_LEARNED = sql`(
  select count(distinct t.reward) > 1 from rl_rollout t
  where t.project_id = e.project_id and t.run_id = e.run_id and t.round = e.round and t.position = e.position)`;
