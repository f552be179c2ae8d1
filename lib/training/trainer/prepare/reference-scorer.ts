import type { Engine, Sequence, SequenceScores, Trainer, TrainingMethod } from "#lib/engine/port/port.ts";
import { findCheckpoint, policyOf } from "#lib/models/checkpoints/checkpoints.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { env } from "#lib/platform/env.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { requireWhole } from "./require-whole.ts";

type Place = { db: Db; engine: Engine; model: ModelRow; method: TrainingMethod };

/** Asks an earlier checkpoint of a model what it thinks of sequences. Its weights are read when first asked for. */
export class ReferenceScorer {
  readonly #place: Place;
  #opened: { step: number; trainer: Trainer } | null = null;

  constructor(place: Place) {
    this.#place = place;
  }

  async score(step: number, sequences: readonly Sequence[]): Promise<readonly SequenceScores[]> {
    return (await this.#trainerOf(step)).score(sequences);
  }

  async close(): Promise<void> {
    await this.#opened?.trainer.close();
    this.#opened = null;
  }

  async #trainerOf(step: number): Promise<Trainer> {
    if (this.#opened?.step === step) return this.#opened.trainer;
    await this.close();
    const { db, engine, model, method } = this.#place;
    const checkpoint = await findCheckpoint(db, model, step);
    if (!checkpoint || checkpoint.corruptAt !== null)
      throw new Rejected(
        `${model.name} has no usable checkpoint of step ${step} to compare with; name another`,
      );
    await requireWhole(db, model, checkpoint);
    const trainer = await engine.openTrainer(await policyOf(model, checkpoint), {
      method,
      tokenBudget: env().TRAIN_TOKEN_BUDGET,
      threads: env().TRAIN_THREADS,
    });
    this.#opened = { step, trainer };
    return trainer;
  }
}
