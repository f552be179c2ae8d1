import type {
  Engine,
  PolicyFiles,
  Sequence,
  SequenceScores,
  Trainer,
  TrainerOptions,
} from "#lib/engine/port/port.ts";

type Place = { engine: Engine; policyAt: PolicyAt; options: TrainerOptions };

/** Where the whole weights of a step of the model lie. */
export type PolicyAt = (step: number) => Promise<PolicyFiles>;

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
    const { engine, policyAt, options } = this.#place;
    const trainer = await engine.openTrainer(await policyAt(step), options);
    this.#opened = { step, trainer };
    return trainer;
  }
}
