import type { Trainer } from "#lib/engine/port/port.ts";

/**
 * What one job will do, step by step, worked out before it starts. The runner owns leases, events and snapshots; a plan owns the
 * mathematics. Both `prepare` and `step` depend on the weights, the data and the step's number alone, so that a resumed run repeats an
 * interrupted one to the bit.
 */
export type TrainingPlan = {
  /** Optimiser steps; 0 where nothing can be learned from the data. */
  readonly totalSteps: number;
  /** Goes into `training_started`, beside `num_sequences`. */
  readonly facts: Readonly<Record<string, number>>;
  /** Conversations to sample during training, so that people see what changes: token ids of prompts. */
  readonly samplePrompts: readonly (readonly number[])[];
  /** Rewards of each group of an RL job, in the order they were sent; empty for SFT. */
  readonly groups: readonly { readonly rewards: readonly number[]; readonly isTrainable: boolean }[];
  /** Which weights become the checkpoint: those of the last step, which is so where nothing is said, or those with the least metric `validation_loss`. */
  readonly keep?: "last" | "best";
  /** Steps between two checkpoints that the job leaves on the way; none where nothing is said. */
  readonly checkpointEvery?: number | null;
  /** Computes what the steps need of the weights that the job starts from (reference and old log-probabilities). */
  prepare(trainer: Trainer): Promise<void>;
  /** Does optimiser step `number`, counted from 1. Every metric is finite; throws `TrainingDiverged` otherwise, before the update. */
  step(trainer: Trainer, number: number): Promise<Readonly<Record<string, number>>>;
  /** What each row of the step that was done last lost, where its rows have losses of their own. */
  rowLosses?(): readonly RowLoss[];
  /** Throws `TrainingDiverged` where the weights, as they are after step `number`, make no working model any more. Changes nothing. */
  requireAlive(trainer: Trainer, number: number): Promise<void>;
};

/** Mean loss of a row's trained tokens; its place in the data is counted from 0. */
export type RowLoss = { readonly position: number; readonly loss: number };

/** A loss or a gradient is no longer a number, or the model has died; the job stops and the last good checkpoint stays. */
export class TrainingDiverged extends Error {
  override name = "TrainingDiverged";
}
