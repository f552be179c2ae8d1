import os from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MIB } from "#lib/contract/endpoint.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import type { Trainer } from "#lib/engine/port/port.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { withoutPlaces } from "#lib/engine/port/without-places.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { env } from "#lib/platform/env.ts";
import { SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { examineJob } from "#lib/training/health/examine-job.ts";
import type { BestSnapshot, ClaimedJob, JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import { failJob, finishCancelled, handBackJob, makeWay, retryJob } from "#lib/training/jobs/end-job.ts";
import { recordStep } from "#lib/training/jobs/events/record-step.ts";
import { sendLive } from "#lib/training/jobs/events/send-live.ts";
import { type JobHold, JobLost } from "#lib/training/jobs/hold.ts";
import { isLeftAfter, requireFewInterim } from "#lib/training/jobs/interim-steps.ts";
import { isCancelAsked } from "#lib/training/jobs/is-cancel-asked.ts";
import { startSteps } from "#lib/training/jobs/start-steps.ts";
import type { PreparedJob, TrainerParts } from "#lib/training/trainer/prepare/prepared-job.ts";
import { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";
import { LiveReports } from "./live-reports.ts";
import { publishCheckpoint, publishInterim } from "./publish-checkpoint.ts";
import { findSnapshot, restoreSnapshot, takeBest, takeSnapshot } from "./snapshots.ts";
import { Turn } from "./turn.ts";
import { isDiskFull, LeftWaiting, requireRoom, roomText, withRoom } from "./wait-for-room.ts";

/** A weight and its two moments. */
const STATE_BYTES = 12;
/** A weight of a checkpoint. */
const WEIGHT_BYTES = 4;
/** What else must fit on the disk beside a job's state. */
const SPARE_BYTES = 16 * MIB;
/** What a checkpoint on the way leaves free for everything else. */
const RESERVE_BYTES = 256 * MIB;
/** Where it is not known what was to be written. */
const NEEDED_DISK_BYTES = 256 * MIB;

/** When to leave a job: the process stops, or the lease is lost. */
export type Leave = { readonly stopping: AbortSignal; readonly lost: AbortSignal };

/**
 * Works on a job until it has ended or must be left. Never throws: what goes wrong becomes the job's end, or another try. Answers whether
 * this machine lacks what the job needs, so that it should not take it again at once.
 */
export async function runJob(
  parts: TrainerParts,
  job: ClaimedJob,
  leave: Leave,
): Promise<{ isLacking: boolean }> {
  const { db } = parts;
  const { hold } = job;
  try {
    const isOver = job.state === "cancelling" && !job.keepsOnCancel;
    const outcome = isOver ? "cancelled" : await new JobRun(parts, job, leave).work();
    if (outcome === "cancelled") await finishCancelled(db, hold);
    if (outcome === "stopped") await handBackJob(db, hold);
    if (outcome === "yielded") await makeWay(db, hold);
    log.info({ jobId: hold.jobId, outcome }, "a training job was left");
  } catch (error) {
    const lack = await lackOf(error);
    const settled = lack === null ? settle(parts, job, error) : waitFor(db, hold, lack);
    await settled.catch((second: unknown) => tellUnsettled(hold.jobId, second));
    return { isLacking: lack !== null };
  }
  return { isLacking: false };
}

/** What this machine lacks, where that is what went wrong; null otherwise. */
async function lackOf(error: unknown): Promise<string | null> {
  if (error instanceof MissingFiles) return error.message;
  if (error instanceof TooLittleMemory && !error.isLasting) return `${error.message} (${os.hostname()})`;
  return isDiskFull(error) ? roomText(NEEDED_DISK_BYTES) : null;
}

/** Files may be elsewhere, or come back, and a disk has room again: no try is counted. */
async function waitFor(db: Db, hold: JobHold, lack: string): Promise<void> {
  log.warn({ jobId: hold.jobId, lack }, "a training job waits for what this machine lacks");
  await handBackJob(db, hold, lack);
}

/** How a run ended: `trained` has done all its steps, `kept` as many as were wanted, `ended` has its last event already, `yielded` makes way for other jobs. */
type Outcome = "trained" | "kept" | "ended" | "cancelled" | "stopped" | "yielded";

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
  "Every attempt failed with the same kind of fault; see the service's log. Create a new job to try again";

/** Why a job can never succeed, in words for its owner; null where another try may, or where the words are not ours. */
function reasonOf(error: unknown): string | null {
  if (error instanceof TrainingDiverged) return error.message;
  return error instanceof SpindleError && !(error instanceof Unavailable)
    ? withoutPlaces(error.message)
    : null;
}

type Preparation =
  | { readonly outcome: "cancelled" | "stopped"; readonly prepared: null }
  | { readonly outcome: null; readonly prepared: PreparedJob };

class JobRun {
  readonly #parts: TrainerParts;
  readonly #job: ClaimedJob;
  readonly #leave: Leave;
  readonly #turn: Turn;
  #snapshotAt = performance.now();
  #snapshotStep = 0;
  /** How long the last one took. */
  #snapshotMs = 0;
  /** Steps after which the weights in memory are. */
  #done = 0;
  /** Whether the optimiser continued from the state that the job before it left. */
  #continuesOptimizer = false;
  /** The state with the least validation loss so far. */
  #best: BestSnapshot | null = null;

  constructor(parts: TrainerParts, job: ClaimedJob, leave: Leave) {
    this.#parts = parts;
    this.#job = job;
    this.#leave = leave;
    this.#turn = new Turn(parts, job.hold.jobId);
  }

  async work(): Promise<Outcome> {
    const { engine } = this.#parts;
    const { outcome, prepared } = await this.#prepared();
    if (outcome) return outcome;
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
    } catch (error) {
      if (error instanceof LeftWaiting) return error.outcome;
      throw error;
    } finally {
      await trainer.close();
    }
  }

  /** Reading a large file takes minutes, after which nobody may want the job any more: a look every second says so. */
  async #prepared(): Promise<Preparation> {
    const { db, engine, prepareJob, settings } = this.#parts;
    const leaving = new AbortController();
    let outcome: "cancelled" | "stopped" | null = null;
    const look = setInterval(async () => {
      if (this.#leave.stopping.aborted || this.#leave.lost.aborted) outcome = "stopped";
      else if (await isCancelAsked(db, this.#job.hold).catch(() => false)) outcome = "cancelled";
      if (outcome) leaving.abort();
    }, settings.roomEveryMs);
    try {
      return { outcome: null, prepared: await prepareJob(db, this.#job, engine, leaving.signal) };
    } catch (error) {
      if (outcome === null || !leaving.signal.aborted) throw error;
      this.#mustLeave();
      return { outcome, prepared: null };
    } finally {
      clearInterval(look);
    }
  }

  async #train(trainer: Trainer, prepared: PreparedJob): Promise<Outcome> {
    const { db } = this.#parts;
    requireFewInterim(prepared.plan);
    const { hold } = this.#job;
    const { isCancelAsked, isKeepAsked } = await startSteps(db, hold, {
      ...prepared.plan,
      startCheckpointId: prepared.startCheckpointId,
      madeWith: prepared.circumstances
        ? { ...prepared.circumstances, continuesOptimizer: this.#continuesOptimizer }
        : null,
    });
    if (isCancelAsked) return isKeepAsked ? this.#publish(trainer, prepared.plan) : "cancelled";
    const reports = new LiveReports({ db, hold, prepared });
    if (this.#snapshotStep === 0 && this.#job.step === 0) await reports.tellSamples(trainer, 0);
    this.#turn.begin(this.#done);
    const outcome = await this.#steps(trainer, prepared, reports);
    return outcome === "trained" || outcome === "kept" ? this.#publish(trainer, prepared.plan) : outcome;
  }

  /** Makes a checkpoint of what was learned, and ends the job. One that was stopped before anything was kept leaves nothing. */
  async #publish(trainer: Trainer, plan: TrainingPlan): Promise<Outcome> {
    const { db } = this.#parts;
    const { hold } = this.#job;
    if (this.#done === 0 && plan.totalSteps > 0) return "cancelled";
    await examineJob(db, hold, trainer);
    // The next job of its kind continues with this state of the optimiser.
    await this.#written(trainer, () => takeSnapshot(db, hold, { trainer, step: this.#done }));
    const step = await this.#withBest(trainer);
    if (step > 0) await plan.requireAlive(trainer, step);
    await this.#written(trainer, () => publishCheckpoint(db, this.#job, { trainer, step }));
    await removeData(jobPath(hold.jobId, "best"));
    return "ended";
  }

  /** Takes the best state up again, where one was kept. Answers the step after which the weights are then. */
  async #withBest(trainer: Trainer): Promise<number> {
    if (!this.#best || this.#best.step === this.#done) return this.#done;
    const found = await restoreSnapshot(trainer, this.#best);
    if (found !== "restored") throw new Error(`The best state of a job is ${found} at its end`);
    return this.#best.step;
  }

  /** What a full disk only delays. */
  #written<T>(trainer: Trainer, write: () => Promise<T>, moreBytes = 0): Promise<T> {
    const { db, settings } = this.#parts;
    const neededBytes = trainer.parameterCount * STATE_BYTES + SPARE_BYTES + moreBytes;
    const { hold } = this.#job;
    const lookEveryMs = settings.roomEveryMs;
    return withRoom({ db, hold, neededBytes, lookEveryMs, mustLeave: () => this.#mustLeave() }, write);
  }

  /** The weights that the job starts from, what the plan needs of them, and then the state in which it was interrupted. */
  async #beginWeights(trainer: Trainer, { plan, carriedState }: PreparedJob): Promise<void> {
    const carried = carriedState && (await restoreSnapshot(trainer, carriedState));
    this.#continuesOptimizer = carried === "restored";
    if (!this.#continuesOptimizer) trainer.resetOptimizer();
    await plan.prepare(trainer);
    const { snapshot, best } = this.#job;
    const ofBest = best === null ? "whole" : await findSnapshot(best);
    // Without the best state of the steps before it, no job continues from a snapshot.
    if (ofBest === "whole") this.#best = best;
    if (snapshot && ofBest === "whole") await this.#restore(trainer, snapshot);
    else if (snapshot) await this.#tellRestart(snapshot, ofBest);
    this.#snapshotAt = performance.now();
  }

  /** If the snapshot cannot be restored, the log says why the steps before it are repeated. */
  async #restore(trainer: Trainer, snapshot: JobSnapshot): Promise<void> {
    const found = await restoreSnapshot(trainer, snapshot);
    if (found !== "restored") return this.#tellRestart(snapshot, found);
    this.#snapshotStep = snapshot.step;
    this.#done = snapshot.step;
  }

  #tellRestart({ step }: JobSnapshot, reason: string): Promise<void> {
    const data = { snapshot_step: step, reason, host: os.hostname() };
    return sendLive(this.#parts.db, this.#job.hold, { type: "restarted", data });
  }

  async #steps(trainer: Trainer, { plan }: PreparedJob, reports: LiveReports): Promise<Outcome> {
    const { db } = this.#parts;
    const { hold } = this.#job;
    for (let number = this.#snapshotStep + 1; number <= plan.totalSteps; number++) {
      const startedAt = performance.now();
      const metrics = requireFinite(await plan.step(trainer, number), number);
      const stepMs = performance.now() - startedAt;
      this.#done = number;
      const { isCancelAsked, isKeepAsked } = await recordStep(db, hold, {
        number,
        metrics,
        rows: plan.rowLosses?.() ?? [],
      });
      if (isCancelAsked && !isKeepAsked) return "cancelled";
      if (plan.keep === "best") await this.#keepIfBest(trainer, number, metrics);
      if (isKeepAsked) return "kept";
      // Before the snapshot of this step: a job that continues from that one has left it already.
      if (isLeftAfter(number, plan)) await this.#leaveCheckpoint(trainer, number, plan);
      if (isExamined(number, plan)) await examineJob(db, hold, trainer);
      if (isVanishing(metrics)) await plan.requireAlive(trainer, number);
      if (number > this.#job.step) await reports.afterStep(trainer, { number, metrics }, stepMs);
      const left = (await this.#mustLeaveNow()) ? "stopped" : await this.#yielded(number, plan);
      const isKept = left !== null || this.#isSnapshotDue(number);
      if (isKept && number < plan.totalSteps) await this.#snapshot(trainer, number);
      if (left !== null) return left;
    }
    return "trained";
  }

  /** Makes a checkpoint on the way. It does not take the room that the job itself needs: the job waits, and says so. */
  async #leaveCheckpoint(trainer: Trainer, step: number, plan: TrainingPlan): Promise<void> {
    const { db } = this.#parts;
    await plan.requireAlive(trainer, step);
    const moreBytes = trainer.parameterCount * WEIGHT_BYTES + RESERVE_BYTES;
    const neededBytes = trainer.parameterCount * STATE_BYTES + SPARE_BYTES + moreBytes;
    const leave = async () => {
      await requireRoom(neededBytes);
      await publishInterim(db, this.#job, { trainer, step });
    };
    await this.#written(trainer, leave, moreBytes);
  }

  async #keepIfBest(
    trainer: Trainer,
    step: number,
    { validation_loss: loss }: Readonly<Record<string, number>>,
  ): Promise<void> {
    if (loss === undefined || (this.#best && loss >= this.#best.loss)) return;
    const { db } = this.#parts;
    const { hold } = this.#job;
    await this.#written(trainer, async () => {
      this.#best = await takeBest(db, hold, { trainer, step, loss });
    });
  }

  async #yielded(number: number, { totalSteps }: TrainingPlan): Promise<"yielded" | null> {
    return (await this.#turn.isOver(number, totalSteps)) ? "yielded" : null;
  }

  #isSnapshotDue(number: number): boolean {
    const { snapshotEveryMs, snapshotEverySteps, snapshotShare } = this.#parts.settings;
    const sinceMs = performance.now() - this.#snapshotAt;
    if (this.#snapshotMs > sinceMs * snapshotShare) return false;
    return number - this.#snapshotStep >= snapshotEverySteps || sinceMs >= snapshotEveryMs;
  }

  async #snapshot(trainer: Trainer, step: number): Promise<void> {
    const startedAt = performance.now();
    await this.#written(trainer, () => takeSnapshot(this.#parts.db, this.#job.hold, { trainer, step }));
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

/** Something is left to learn and no gradient says how; worth a look before more hours are spent. */
function isVanishing({ loss = 0, grad_norm: gradNorm = 1 }: Readonly<Record<string, number>>): boolean {
  return gradNorm === 0 && Math.abs(loss) > LEARNED_LOSS;
}

const LEARNED_LOSS = 0.01;

/** After every tenth of the steps; after the last one it is done in any case. */
function isExamined(step: number, { totalSteps }: TrainingPlan): boolean {
  return step < totalSteps && step % Math.ceil(totalSteps / 10) === 0;
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
