import { isAwaited } from "#lib/training/jobs/free-jobs.ts";
import type { TrainerParts } from "#lib/training/trainer/prepare/prepared-job.ts";

/** How long one job keeps the trainer while others wait for it. What it takes to begin a turn is lost with each change, so a slow beginning makes turns longer. */
export class Turn {
  readonly #parts: Pick<TrainerParts, "db" | "settings">;
  readonly #jobId: string;
  readonly #madeAt = performance.now();
  #beganAt = 0;
  #firstStep = 0;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Pick<TrainerParts, "db" | "settings">, jobId: string) {
    this.#parts = parts;
    this.#jobId = jobId;
  }

  /** Everything is loaded, and the step after `done` comes next. */
  begin(done: number): void {
    this.#beganAt = performance.now();
    this.#firstStep = done;
  }

  /** Whether the job shall make way after step `done` of `totalSteps`. One that would end within a tenth of a turn continues. */
  async isOver(done: number, totalSteps: number): Promise<boolean> {
    const now = performance.now();
    const turnMs = this.#turnMs();
    if (now - this.#beganAt < turnMs || now - this.#askedAt < this.#parts.settings.roomEveryMs) return false;
    const stepMs = (now - this.#beganAt) / (done - this.#firstStep);
    if ((totalSteps - done) * stepMs < turnMs / 10) return false;
    this.#askedAt = now;
    return isAwaited(this.#parts.db, this.#jobId);
  }

  #turnMs(): number {
    const { turnMs, turnShare } = this.#parts.settings;
    return Math.max(turnMs, (this.#beganAt - this.#madeAt) / turnShare);
  }
}
