import { setImmediate } from "node:timers/promises";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { groupAdvantages } from "#lib/training/losses/group-advantages.ts";
import { normaliseBatch } from "#lib/training/losses/normalise-batch.ts";
import type { RenderOptions } from "#lib/training/trajectories/render-options.ts";
import { renderTrajectory } from "#lib/training/trajectories/render-trajectory.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { tokenLookup } from "#lib/training/trajectories/token-lookup.ts";
import type { Trajectory, TrajectoryGroup } from "#lib/training/trajectories/trajectory-group.ts";
import type { RlSettings } from "./rl-settings.internal.ts";

/** A conversation with what a loss needs to know of it. */
export type RlSample = {
  readonly sequence: TrainableSequence;
  readonly group: number;
  /** Its trajectory's place in its group. */
  readonly trajectory: number;
  readonly sampledTokens: number;
  readonly weight: number;
  readonly advantage: number;
};

export type RlBatch = {
  /** In the order of the groups and their trajectories; empty where nothing can be learned. */
  readonly samples: readonly RlSample[];
  readonly droppedSequences: number;
};

export type RlBatchInput = {
  readonly groups: readonly TrajectoryGroup[];
  readonly format: ChatFormat;
  readonly contextLength: number;
  /** Fires when nobody wants the plan any more; its reason is thrown. */
  readonly signal?: AbortSignal;
};

const WEIGHT_EPSILON = 1e-6;

/**
 * The conversations of a job with normalised weights and advantages. A trajectory whose reward is its group's mean teaches nothing and
 * is left out, and so is a conversation that is longer than the model's context.
 */
export async function rlBatch(input: RlBatchInput, settings: RlSettings): Promise<RlBatch> {
  const { format } = input;
  const options: RenderOptions = {
    format,
    lookup: tokenLookup(format.tokenizer),
    trainsWithoutLogprobs: settings.trainsWithoutLogprobs,
  };
  const samples: RlSample[] = [];
  let droppedSequences = 0;
  for (const [group, { trajectories }] of input.groups.entries()) {
    // Heartbeats and other requests get their turn between groups.
    await setImmediate();
    input.signal?.throwIfAborted();
    const rewards = trajectories.map(({ reward }) => reward);
    for (const [index, advantage] of groupAdvantages(rewards, settings.scalesAdvantages).entries()) {
      const trajectory = trajectories[index];
      if (!trajectory || advantage === 0) continue;
      const { kept, dropped } = sequencesOf(trajectory, options, input.contextLength);
      droppedSequences += dropped;
      samples.push(...withWeight(kept, { group, trajectory: index, advantage }));
    }
  }
  const normalised = normaliseBatch(samples, settings.advantageBalance);
  return { samples: normalised.some(({ advantage }) => advantage !== 0) ? normalised : [], droppedSequences };
}

function sequencesOf(trajectory: Trajectory, options: RenderOptions, contextLength: number) {
  const all = renderTrajectory(trajectory, options);
  const kept = all.filter(({ tokenIds }) => tokenIds.length <= contextLength);
  return { kept, dropped: all.length - kept.length };
}

/** One share of the batch for each trajectory, so that long answers do not dominate. */
function withWeight(
  sequences: readonly TrainableSequence[],
  of: { group: number; trajectory: number; advantage: number },
): RlSample[] {
  const tokens = sequences.reduce((sum, { positions }) => sum + positions.length, 0);
  const weight = 1 / (tokens + WEIGHT_EPSILON);
  return sequences.map((sequence) => ({ ...of, sequence, sampledTokens: sequence.positions.length, weight }));
}
