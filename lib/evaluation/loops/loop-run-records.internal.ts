import type { Ctx } from "#lib/access/context.ts";
import { PROMOTION_STATES } from "#lib/contract/evaluation/promotions.ts";
import { oneOf } from "#lib/contract/fields.ts";
import type { LoopRun, LoopRunState } from "#lib/contract/loops/loop-runs.ts";
import * as z from "#lib/contract/zod.ts";
import { allOrNull, columns, field, of, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { outcomeNow } from "./asked-words.ts";
import { type LoopParts, readParts } from "./loop-parts.internal.ts";
import { storedGain } from "./stored-gain.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

const RUN = columns({
  ...of("loop_run n", "id", "loopId", "trigger", "datasetId", "state", "isSkipped", "outcome", "waitingFor"),
  ...of("loop_run n", "versionId", "jobId", "step", "comparedStep", "evaluationRunIds", "promotionId"),
  ...of("loop_run n", "train", "measure", "promote", "gain", "createdBy", "createdAt", "endedAt"),
  version: orNull(field("dataset_version v", "number")),
  ...allOrNull({ alias: field("promotion q", "alias"), promotionState: field("promotion q", "state") }),
});
type Record = RowOf<typeof RUN>;

/** Runs (as `n`) of the project that `condition` keeps, newest first. */
export async function findLoopRuns(
  { db, project }: Place,
  condition: Sql,
  { limit = 1, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<LoopRun[]> {
  const records = await db.query(sql`
    select ${RUN}
    from loop_run n
    left join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    left join promotion q on q.project_id = n.project_id and q.id = n.promotion_id
    where n.project_id = ${project.id} and ${condition}
    order by n.created_at desc, n.id desc limit ${limit} offset ${offset}`);
  return records.map(toRun);
}

export async function requireLoopRun(place: Place, runId: string): Promise<LoopRun> {
  const [run] = await findLoopRuns(place, sql`n.id = ${runId}`);
  if (!run) throw new NotFound(`Run ${runId} of a loop not found; it does not exist in this project`);
  return run;
}

function toRun(record: Record): LoopRun {
  const { train, measure, promote, isSkipped, versionId, alias, promotionState, ...facts } = record;
  const { promotionId, ...shown } = facts;
  const parts = readParts({ train, measure, promote });
  const promotion =
    promotionId !== null && alias !== null
      ? { id: promotionId, alias, state: z.decode(oneOf(PROMOTION_STATES), promotionState) }
      : null;
  const { step, outcome } = shown;
  return {
    ...shown,
    outcome:
      outcome !== null && promotion !== null && step !== null
        ? outcomeNow(outcome, { ...promotion, step })
        : outcome,
    state: stateOf(record, parts),
    modelId: parts.train.modelId,
    evaluationId: parts.measure?.evaluationId ?? null,
    gain: storedGain(record.gain, parts.measure),
    promotion,
  };
}

function stateOf(record: Record, { measure, promote }: LoopParts): LoopRunState {
  switch (record.state) {
    case "completed":
      return record.isSkipped ? "skipped" : "done";
    case "failed":
      return "failed";
    case "cancelled":
      return "stopped";
  }
  if (record.versionId === null) return "building";
  // Without anything to measure it ends with its job.
  if (record.step === null || measure === null) return "training";
  return record.gain !== null && promote !== null ? "asking" : "evaluating";
}
