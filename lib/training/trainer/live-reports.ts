import type { Trainer } from "#lib/engine/port/port.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import type { DoneStep } from "#lib/training/jobs/events/record-step.ts";
import { sendLive } from "#lib/training/jobs/events/send-live.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import { JobLost } from "#lib/training/jobs/hold.ts";
import type { PreparedJob } from "#lib/training/trainer/prepare/prepared-job.ts";
import { samplesOf } from "./samples-of.ts";

const SPEED_EVERY_MS = 2_000;
/** Samples in between may take this share of the time that training takes. */
const SAMPLING_SHARE = 0.1;
/** Metrics that count the tokens of a step, the first one there is. */
const TOKEN_COUNTS = ["num_tokens", "train_tokens", "num_trainable_tokens"];

type Reported = { db: Db; hold: JobHold; prepared: PreparedJob };

/** What people see of a running job beside its events. Nothing here changes a number of the training. */
export class LiveReports {
  readonly #job: Reported;
  #trainingMs = 0;
  #samplingMs = 0;
  #lastSamplingMs = 0;
  #window = { startedAt: performance.now(), steps: 0, tokens: 0 };

  constructor(job: Reported) {
    this.#job = job;
  }

  /** After each step: how fast it goes, and samples where they are affordable. */
  async afterStep(trainer: Trainer, step: DoneStep, stepMs: number): Promise<void> {
    this.#trainingMs += stepMs;
    this.#window.steps += 1;
    this.#window.tokens += step.metrics[TOKEN_COUNTS.find((name) => name in step.metrics) ?? ""] ?? 0;
    if (performance.now() - this.#window.startedAt >= SPEED_EVERY_MS) await this.#tellSpeed(step.number);
    const isLast = step.number === this.#job.prepared.plan.totalSteps;
    const sampledMs = this.#samplingMs + this.#lastSamplingMs;
    if (isLast || sampledMs <= SAMPLING_SHARE * this.#trainingMs)
      await this.tellSamples(trainer, step.number);
  }

  /** Greedy continuations of the plan's prompts. Training does not stop for a sample that fails. */
  async tellSamples(trainer: Trainer, step: number): Promise<void> {
    const { db, hold, prepared } = this.#job;
    const { samplePrompts } = prepared.plan;
    if (samplePrompts.length === 0) return;
    const startedAt = performance.now();
    try {
      const samples = await samplesOf(trainer, { ...prepared, samplePrompts });
      await sendLive(db, hold, { type: "samples", data: { step, samples } });
    } catch (error) {
      if (error instanceof JobLost) throw error;
      log.warn({ err: error, jobId: hold.jobId, step }, "samples of a training job failed");
    }
    this.#lastSamplingMs = performance.now() - startedAt;
    // The first ones come before there is anything to compare with.
    if (step > 0) this.#samplingMs += this.#lastSamplingMs;
  }

  async #tellSpeed(step: number): Promise<void> {
    const { db, hold, prepared } = this.#job;
    const seconds = (performance.now() - this.#window.startedAt) / 1000;
    const stepsPerSecond = this.#window.steps / seconds;
    await sendLive(db, hold, {
      type: "speed",
      data: {
        step,
        steps_per_second: rounded(stepsPerSecond),
        tokens_per_second: rounded(this.#window.tokens / seconds),
        seconds_left: rounded((prepared.plan.totalSteps - step) / stepsPerSecond),
      },
    });
    this.#window = { startedAt: performance.now(), steps: 0, tokens: 0 };
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
