import { isDeepStrictEqual } from "node:util";
import type { JobWarning } from "#lib/contract/training/job-health.ts";
import { bool, columns, field, float, int, json, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { stepsPerSpan, tierFor, tiersOf } from "#lib/training/jobs/events/metric-tiers.ts";
import { type JobHold, whileHeld } from "#lib/training/jobs/hold.ts";
import { diagnose, type Signs } from "./diagnose.ts";
import type { PreferenceSigns } from "./diagnose-preferences.ts";
import type { Stretch } from "./stretch.ts";

/** A curve of more stretches shows nothing that one of these does not. */
const MAX_STRETCHES = 1000;
/** Three rises lie between four of them. */
const MEASUREMENTS = 4;

/** Judges a job by what it has written down so far, so that an interrupted one comes to the same; its row says what was found. */
export function examineJob(db: Db, hold: JobHold, { vocabSize }: { vocabSize: number }): Promise<void> {
  return whileHeld(db, hold, async (tx, { id, projectId, step, totalSteps }) => {
    const { kind, epochs, warnings, rows, droppedRows, lossName, keepsBest, ...groups } = await readJob(
      tx,
      id,
    );
    const tier = tierFor({ fromStep: 1, toStep: step }, MAX_STRETCHES, tiersOf(totalSteps ?? step));
    const curve = (name: string) => readCurve(tx, { id, name, tier });
    const found = diagnose({
      kind,
      step,
      totalSteps: totalSteps ?? step,
      epochs,
      vocabSize,
      loss: await curve("loss"),
      gradNorm: await curve("grad_norm"),
      validation: await readValidation(tx, id),
      bestValidation: await readBestValidation(tx, id),
      keepsBest,
      rows,
      droppedRows,
      groups: kind === "rl" ? groups : null,
      preference: kind === "preference" ? await preferenceSigns(curve, lossName ?? "") : null,
    });
    if (isDeepStrictEqual(found, warnings)) return;
    await tx.prisma.trainingJob.update({ where: { id }, data: { warnings: found } });
    await tellProject(tx, projectId, "jobs");
  });
}

async function preferenceSigns(
  curve: (name: string) => Promise<Stretch[]>,
  loss: string,
): Promise<PreferenceSigns> {
  return {
    loss,
    chosenChange: await curve("chosen_logprob_change"),
    margin: await curve("reward_margin"),
    accuracy: await curve("preference_accuracy"),
    validationAccuracy: await curve("validation_accuracy"),
  };
}

/** How much there was to learn from is in the first event of the list. */
const COUNTED = (name: string) =>
  int(sql`coalesce((
    select (e.data ->> ${name})::float8::integer from training_event e
    where e.job_id = j.id and e.is_listed order by e.number limit 1), 0)`);

async function readJob(tx: Db, id: string) {
  const [job] = await tx.query(sql`
    select ${columns({
      kind: field("training_job j", "kind"),
      warnings: json<JobWarning[]>(sql`j.warnings`),
      lossName: orNull(text(sql`j.config ->> 'loss'`)),
      epochs: int(sql`coalesce((j.config ->> 'nEpochs')::integer, 1)`),
      keepsBest: bool(sql`coalesce(j.config ->> 'keep' = 'best', false)`),
      rows: COUNTED("num_rows"),
      droppedRows: COUNTED("num_dropped_rows"),
      sent: COUNTED("num_groups_submitted"),
      trainable: COUNTED("num_groups_trainable"),
    })} from training_job j where j.id = ${id}`);
  if (!job) throw new Error(`Training job ${id} vanished while its row was locked`);
  return job;
}

type Curve = { id: string; name: string; tier: number };

async function readCurve(tx: Db, { id, name, tier }: Curve): Promise<Stretch[]> {
  const rows = await tx.query(sql`
    select ${columns({
      ...of("training_metric m", "span", "count"),
      min: field("training_metric m", "least"),
      max: field("training_metric m", "greatest"),
      mean: float(sql`m.sum / m.count`),
    })} from training_metric m where m.job_id = ${id} and m.name = ${name} and m.tier = ${tier} order by m.span`);
  return rows.map(({ span, count, ...values }) => ({
    ...values,
    lastStep: span * stepsPerSpan(tier) + count,
  }));
}

async function readValidation(tx: Db, id: string): Promise<{ step: number; value: number }[]> {
  const rows = await tx.query(sql`
    select ${columns({ step: int(sql`span + 1`), value: field("training_metric m", "last") })}
    from training_metric m where m.job_id = ${id} and m.name = 'validation_loss' and m.tier = 0
    order by m.span desc limit ${MEASUREMENTS}`);
  return rows.toReversed();
}

async function readBestValidation(tx: Db, id: string): Promise<Signs["bestValidation"]> {
  const [best] = await tx.query(sql`
    select ${columns({
      step: int(sql`m.span + 1`),
      value: field("training_metric m", "last"),
      later: int(sql`(
        select count(*) from training_metric l
        where l.job_id = m.job_id and l.name = m.name and l.tier = 0 and l.span > m.span)`),
    })}
    from training_metric m where m.job_id = ${id} and m.name = 'validation_loss' and m.tier = 0
    order by m.last, m.span limit 1`);
  return best ?? null;
}
