import { setImmediate as nextTurn } from "node:timers/promises";
import type { Trainer } from "#lib/engine/port.ts";
import { env } from "#lib/env.ts";
import { SpindleError, Unavailable } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import type { ClaimedJob } from "#lib/training/jobs/claim-job.ts";
import { failJob, finishCancelled, handBackJob, retryJob } from "#lib/training/jobs/end-job.ts";
import { JobLost } from "#lib/training/jobs/hold.ts";
import { recordStep } from "#lib/training/jobs/record-step.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { LiveReports } from "./live-reports.ts";
import type { PreparedJob, TrainerParts } from "./prepared-job.ts";
import { publishCheckpoint } from "./publish-checkpoint.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshots.ts";

/** When to leave a job: the process stops, or the lease is lost. */
export type Leave = { readonly stopping: AbortSignal; readonly lost: AbortSignal };

/** Works on a job until it has ended or must be left. Never throws: what goes wrong becomes the job's end, or another try. */
export async function runJob(parts: TrainerParts, job: ClaimedJob, leave: Leave): Promise<void> {
  const { db } = parts;
  const { hold } = job;
  try {
    const outcome = job.state === "cancelling" ? "cancelled" : await new JobRun(parts, job, leave).work();
    if (outcome === "cancelled") await finishCancelled(db, hold);
    if (outcome === "stopped") await handBackJob(db, hold);
    log.info({ jobId: hold.jobId, outcome }, "a training job was left");
  } catch (error) {
    await settle(parts, job, error).catch((second: unknown) => tellUnsettled(hold.jobId, second));
  }
}

/** How a run ended: `trained` has done all its steps, `ended` has its last event already. */
type Outcome = "trained" | "ended" | "cancelled" | "stopped";

async function settle({ db, settings }: TrainerParts, { hold }: ClaimedJob, error: unknown): Promise<void> {
  if (error instanceof JobLost) throw error;
  const reason = reasonOf(error);
  if (reason !== null) {
    log.info({ jobId: hold.jobId, reason }, "a training job failed");
    await failJob(db, hold, reason);
    return;
  }
  log.error({ err: error, jobId: hold.jobId }, "a training job met a fault and is tried again");
  const message = error instanceof SpindleError ? error.message : FAULT_MESSAGE;
  await retryJob(db, hold, { message, terms: settings.terms });
}

/** A job that is lost is lost also where something else, such as a broken connection, was noticed first. */
function tellUnsettled(jobId: string, error: unknown): void {
  if (error instanceof JobLost) log.warn({ err: error, jobId }, "a training job went to another trainer");
  else log.error({ err: error, jobId }, "a training job waits for the end of its lease");
}

const FAULT_MESSAGE =
  "The trainer met the same kind of fault at each of its tries; the service's log says which. Create a new job to try again";

/** Why a job can never succeed, in words for its owner; null where another try may, or where the words are not ours. */
function reasonOf(error: unknown): string | null {
  if (error instanceof TrainingDiverged) return error.message;
  return error instanceof SpindleError && !(error instanceof Unavailable) ? error.message : null;
}

class JobRun {
  readonly #parts: TrainerParts;
  readonly #job: ClaimedJob;
  readonly #leave: Leave;
  #snapshotAt = performance.now();
  #snapshotStep = 0;
  /** How long the last one took. */
  #snapshotMs = 0;

  constructor(parts: TrainerParts, job: ClaimedJob, leave: Leave) {
    this.#parts = parts;
    this.#job = job;
    this.#leave = leave;
  }

  async work(): Promise<Outcome> {
    const { db, engine, prepareJob } = this.#parts;
    const prepared = await prepareJob(db, this.#job, engine);
    let trainer: Trainer | null = null;
    try {
      if (this.#mustLeave()) return "stopped";
      trainer = await engine.openTrainer(prepared.policy, {
        method: prepared.method,
        tokenBudget: env().TRAIN_TOKEN_BUDGET,
        threads: env().TRAIN_THREADS,
      });
      await this.#beginWeights(trainer, prepared);
    } catch (error) {
      await trainer?.close();
      throw error;
    } finally {
      await prepared.release();
    }
    try {
      return await this.#train(trainer, prepared);
    } finally {
      await trainer.close();
    }
  }

  async #train(trainer: Trainer, prepared: PreparedJob): Promise<Outcome> {
    const { db } = this.#parts;
    const { hold } = this.#job;
    const { isCancelAsked } = await startSteps(db, hold, prepared.plan);
    if (isCancelAsked) return "cancelled";
    const reports = new LiveReports({ db, hold, prepared });
    if (this.#snapshotStep === 0 && this.#job.step === 0) await reports.tellSamples(trainer, 0);
    const outcome = await this.#steps(trainer, prepared, reports);
    if (outcome !== "trained") return outcome;
    // The next job of its kind goes on with this state of the optimiser.
    await takeSnapshot(db, hold, { trainer, step: prepared.plan.totalSteps });
    await publishCheckpoint(db, this.#job, trainer);
    return "ended";
  }

  /** The weights that the job starts from, what the plan needs of them, and then the state in which it was interrupted. */
  async #beginWeights(trainer: Trainer, { plan, carriedState }: PreparedJob): Promise<void> {
    if (!carriedState || !(await restoreSnapshot(trainer, carriedState))) trainer.resetOptimizer();
    await plan.prepare(trainer);
    const { snapshot } = this.#job;
    if (snapshot && (await restoreSnapshot(trainer, snapshot))) this.#snapshotStep = snapshot.step;
    this.#snapshotAt = performance.now();
  }

  async #steps(trainer: Trainer, { plan }: PreparedJob, reports: LiveReports): Promise<Outcome> {
    const { db } = this.#parts;
    const { hold } = this.#job;
    for (let number = this.#snapshotStep + 1; number <= plan.totalSteps; number++) {
      const startedAt = performance.now();
      const metrics = requireFinite(await plan.step(trainer, number), number);
      const stepMs = performance.now() - startedAt;
      const { isCancelAsked } = await recordStep(db, hold, { number, metrics });
      if (isCancelAsked) return "cancelled";
      if (number > this.#job.step) await reports.afterStep(trainer, { number, metrics }, stepMs);
      const isDue = this.#isSnapshotDue(number);
      const mustLeave = await this.#mustLeaveNow();
      if ((isDue || mustLeave) && number < plan.totalSteps) await this.#snapshot(trainer, number);
      if (mustLeave) return "stopped";
    }
    return "trained";
  }

  #isSnapshotDue(number: number): boolean {
    const { snapshotEveryMs, snapshotEverySteps, snapshotShare } = this.#parts.settings;
    const sinceMs = performance.now() - this.#snapshotAt;
    if (this.#snapshotMs > sinceMs * snapshotShare) return false;
    return number - this.#snapshotStep >= snapshotEverySteps || sinceMs >= snapshotEveryMs;
  }

  async #snapshot(trainer: Trainer, step: number): Promise<void> {
    const startedAt = performance.now();
    await takeSnapshot(this.#parts.db, this.#job.hold, { trainer, step });
    this.#snapshotAt = performance.now();
    this.#snapshotMs = this.#snapshotAt - startedAt;
    this.#snapshotStep = step;
  }

  /** Lets signals in, which a busy main thread would not hear, and then looks. */
  async #mustLeaveNow(): Promise<boolean> {
    await nextTurn();
    return this.#mustLeave();
  }

  #mustLeave(): boolean {
    if (this.#leave.lost.aborted) throw new JobLost(this.#job.hold);
    return this.#leave.stopping.aborted;
  }
}

function requireFinite(
  metrics: Readonly<Record<string, number>>,
  step: number,
): Readonly<Record<string, number>> {
  for (const [name, value] of Object.entries(metrics))
    if (!Number.isFinite(value))
      throw new TrainingDiverged(
        `The metric ${name} of step ${step} is ${value}; use a smaller learning rate or look at the data`,
      );
  return metrics;
}
