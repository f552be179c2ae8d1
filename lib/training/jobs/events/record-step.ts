import type { Db } from "#lib/platform/db/database.ts";
import { join, sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import {
  type CancelAsked,
  cancelAsked,
  type HeldJob,
  type JobHold,
  whileHeld,
} from "#lib/training/jobs/hold.ts";
import type { RowLoss } from "#lib/training/training-plan.ts";
import { spanOf, tiersOf } from "./metric-tiers.ts";

/** An optimiser step that was done, counted from 1. */
export type DoneStep = {
  readonly number: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly rows?: readonly RowLoss[];
};

/**
 * Makes a step durable: its metrics, the losses of its rows, its event and the job's count stand or fall together. A step that was counted before, and is only
 * repeated on the way from the last snapshot, writes nothing. Answers whether the job shall be cancelled.
 */
export function recordStep(db: Db, hold: JobHold, step: DoneStep): Promise<CancelAsked> {
  return whileHeld(db, hold, async (tx, job) => {
    if (step.number <= job.step) return cancelAsked(job);
    if (step.number > job.step + 1)
      throw new Error(
        `Step ${step.number} of job ${job.id} came after step ${job.step}; none may be left out`,
      );
    // Crashes count in a row: a job that gets on has its tries again.
    await tx.query(
      sql`update training_job set step = ${step.number}, attempts = 0, claims = 0 where id = ${job.id}`,
      "count-training-step",
    );
    await writeMetrics(tx, job, step);
    await writeRowLosses(tx, job, step);
    await appendEvent(tx, job.id, { type: "gradient_step", data: step.metrics, isListed: true });
    return cancelAsked(job);
  });
}

async function writeMetrics(tx: Db, job: HeldJob, { number, metrics }: DoneStep): Promise<void> {
  const tiers = tiersOf(job.totalSteps ?? number);
  const rows = keepable(metrics).flatMap(([name, value]) =>
    tiers.map(
      (tier) =>
        sql`(${job.projectId}, ${job.id}, ${name}, ${tier}, ${spanOf(number, tier)},
          ${value}::float8, ${value}::float8, ${value}::float8, ${value}::float8, ${value}::float8, 1)`,
    ),
  );
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into training_metric as kept
      (project_id, job_id, name, tier, span, first, last, least, greatest, sum, count)
    values ${join(rows)}
    on conflict (job_id, name, tier, span) do update set
      last = excluded.last, least = least(kept.least, excluded.least), greatest = greatest(kept.greatest, excluded.greatest),
      sum = kept.sum + excluded.sum, count = kept.count + 1`);
}

async function writeRowLosses(tx: Db, job: HeldJob, { number, rows = [] }: DoneStep): Promise<void> {
  if (rows.length === 0) return;
  const [positions, losses] = [rows.map(({ position }) => position), rows.map(({ loss }) => loss)];
  await tx.query(
    sql`
      insert into training_row_loss (project_id, job_id, step, position, loss)
      select ${job.projectId}, ${job.id}, ${number}, position, loss
      from unnest(${positions}::integer[], ${losses}::float8[]) as row_loss (position, loss)`,
    "write-row-losses",
  );
}

const MAX_NAMES = 200;
const MAX_NAME = 255;

/** Names come in part from callers, who may call a metric anything; what a table cannot keep stands in the event alone. */
function keepable(metrics: DoneStep["metrics"]): [string, number][] {
  const kept = new Map<string, number>();
  for (const [name, value] of Object.entries(metrics))
    if (name.length <= MAX_NAME) kept.set(storableText(name), value);
  return [...kept].slice(0, MAX_NAMES);
}
