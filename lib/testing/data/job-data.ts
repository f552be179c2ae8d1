import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { linearEngine } from "#lib/testing/engines/linear-engine.ts";
import type { Harness, TestProject } from "#lib/testing/harness.ts";
import { type ClaimedJob, claimJob } from "#lib/training/jobs/claim-job.ts";
import { completeJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";
import type {
  PrepareJob,
  TrainerParts,
  TrainerSettings,
} from "#lib/training/trainer/prepare/prepared-job.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

/** A model with its checkpoint of step 0, by their rows alone. */
export async function aTrainedModel(
  api: Harness,
  place: { project?: TestProject } = {},
): Promise<{ modelId: string; project: TestProject }> {
  const project = place.project ?? (await api.aProject());
  const modelId = newId();
  await api.db.prisma.model.create({
    data: {
      id: modelId,
      projectId: project.id,
      name: `model-${modelId.slice(-6)}`,
      baseModel: "spindle-mini",
      trainingMode: "lora",
      loraRank: 2,
      loraAlpha: 4,
      createdBy: "test",
    },
  });
  await api.db.prisma.checkpoint.create({
    data: { id: newId(), projectId: project.id, modelId, step: 0 },
  });
  return { modelId, project };
}

type JobRow = { kind?: "rl" | "sft"; config?: Record<string, unknown>; source?: string; createdBy?: string };

/** A queued job of a model, as if it had been created with its first event. */
export async function aQueuedJob(
  api: Harness,
  model: { modelId: string; project: TestProject },
  { kind = "sft", config = {}, source = "jobs/none/rows.jsonl", createdBy = "test" }: JobRow = {},
): Promise<string> {
  const id = newId();
  await api.db.query(sql`
    insert into training_job (id, project_id, model_id, kind, config, source, created_by)
    values (${id}, ${model.project.id}, ${model.modelId}, ${kind}, ${JSON.stringify(config)}::json, ${source}, ${createdBy})`);
  return id;
}

/** Settings under which nothing waits for long. */
export const QUICK: TrainerSettings = {
  terms: { leaseMs: 1_000, pauseMs: 1 },
  answerWithinMs: 3_600_000,
  snapshotEveryMs: 60_000,
  snapshotEverySteps: 3,
  snapshotShare: Number.POSITIVE_INFINITY,
  lookEveryMs: 10,
  roomEveryMs: 10,
  turnMs: 60_000,
  turnShare: Number.POSITIVE_INFINITY,
  leaveMs: 50,
};

/** A trainer on the linear engine, whose jobs all follow one plan. */
export function linearParts(api: Pick<Harness, "db">, plan: TrainingPlan, settings = QUICK): TrainerParts {
  return { db: api.db, engine: linearEngine, settings, prepareJob: linearJobs(plan) };
}

/** Jobs of the linear engine start from the model's newest checkpoint, as real ones do. */
export function linearJobs(plan: TrainingPlan): PrepareJob {
  return async (db, { modelId, kind }) => {
    const start = await db.prisma.checkpoint.findFirst({ where: { modelId }, orderBy: { step: "desc" } });
    const policy: PolicyFiles = {
      modelFolder: "none",
      adapterFolder: start?.folder ? absolutePath(start.folder) : null,
    };
    const before =
      kind === "rl" && start?.jobId
        ? await db.query(
            sql`select ${columns({ snapshot: json<null>(sql`snapshot`) })} from training_job where id = ${start.jobId} and kind = 'rl'`,
          )
        : [];
    return {
      plan,
      startCheckpointId: start?.id ?? null,
      policy,
      method: { mode: "full" },
      carriedState: before[0]?.snapshot ?? null,
      decode: (ids) => ids.join(" "),
      stopTokenIds: [],
      release: async () => undefined,
    };
  };
}

/** The types and data of a job's events, in order; those of the list alone unless `all`. */
export async function eventsOf(api: Harness, jobId: string, { all = false } = {}) {
  const rows = await api.db.query(sql`
    select ${columns({
      ...of("training_event", "type", "number"),
      data: json<Record<string, unknown>>(sql`data`),
    })} from training_event
    where job_id = ${jobId} and (is_listed or ${all}::boolean) order by number`);
  return rows;
}

/** The numbers of the steps in a job's events, in order. */
export async function ledgerOf(api: Harness, jobId: string): Promise<unknown[]> {
  const events = await eventsOf(api, jobId);
  return events.filter(({ type }) => type === "gradient_step").map(({ data }) => data.gradient_step);
}

export function rowOf(api: Harness, jobId: string) {
  return api.db.prisma.trainingJob.findUniqueOrThrow({ where: { id: jobId } });
}

/** As if the holder had said nothing for longer than its lease. */
export async function expireLease(api: Harness, jobId: string): Promise<void> {
  await api.db.query(sql`
    update training_job set lease_until = now() - interval '1 s', next_attempt_at = now() - interval '1 s' where id = ${jobId}`);
}

/** Ends whatever waits or runs: the jobs of a test database share one queue. */
export async function endAllJobs(api: Harness, except = ""): Promise<void> {
  await api.db.query(sql`
    update training_job set state = 'failed', ended_at = now(), lease_until = null
    where ended_at is null and id <> ${except}`);
}

/** Takes this very job as a trainer would, ending those that stand before it. */
export async function takeJob(api: Harness, jobId: string): Promise<ClaimedJob> {
  await endAllJobs(api, jobId);
  const job = await claimJob(api.db, "trainer");
  if (job?.hold.jobId !== jobId) throw new Error(`Job ${jobId} cannot be taken`);
  return job;
}

/** Announces the start of a job and its number of steps, as its trainer would. */
export function beginSteps(api: Harness, hold: JobHold, totalSteps: number) {
  return startSteps(api.db, hold, { totalSteps, facts: {}, groups: [] });
}

/** Makes a step durable whose loss is one divided by its number. */
export function doStep(api: Harness, hold: JobHold, number: number) {
  return recordStep(api.db, hold, { number, metrics: { loss: 1 / number, gradient_step: number } });
}

/** A job that has done so many steps and made its checkpoint. */
export async function aCompletedJob(
  api: Harness,
  model: { modelId: string; project: TestProject },
  totalSteps = 2,
): Promise<string> {
  const jobId = await aQueuedJob(api, model);
  const { hold } = await takeJob(api, jobId);
  await beginSteps(api, hold, totalSteps);
  for (let number = 1; number <= totalSteps; number++) await doStep(api, hold, number);
  await completeJob(api.db, hold, { id: newId(), folder: `checkpoints/none/${newId()}`, files: {} });
  return jobId;
}
