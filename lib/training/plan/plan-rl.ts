import type { RlConfig } from "#lib/contract/training/training-config.ts";
import type { Sequence, SequenceScores, Trainer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import type { TrajectoryGroup } from "#lib/training/trajectories/trajectory-group.ts";
import { packSequences } from "./pack-sequences.ts";
import { type RlBatch, type RlSample, rlBatch } from "./rl-batch.internal.ts";
import { rewardDeviation, rewardsOf, rlDataMetrics } from "./rl-data-metrics.internal.ts";
import { type RlSettings, rlSettings } from "./rl-settings.internal.ts";
import { type RlPack, reinforce, sequencesOf, trainedLogprobs } from "./rl-step.internal.ts";
import { samplePrompts } from "./sample-prompts.internal.ts";
import { shuffled } from "./shuffled.internal.ts";
import { OF_PROMPTS, type Probe, VitalSigns } from "./vital-signs.internal.ts";

export type PlanRlInput = {
  readonly groups: readonly TrajectoryGroup[];
  readonly config: RlConfig;
  readonly format: ChatFormat;
  /** Longer conversations are dropped, and counted in the facts. */
  readonly contextLength: number;
  /** The step of the checkpoint that the job starts from; a lagging reference is counted from it. */
  readonly startStep: number;
  /** What an earlier checkpoint of the model says; needed only where the config names one as its reference. */
  readonly scoreCheckpoint: ScoreCheckpoint;
  /** Fires when nobody wants the plan any more; its reason is thrown. */
  readonly signal?: AbortSignal;
};

export type ScoreCheckpoint = (
  step: number,
  sequences: readonly Sequence[],
) => Promise<readonly SequenceScores[]>;

/** Of the order of the packs. */
const SEED = 3407;

/**
 * Reinforcement learning from groups of rewarded conversations: one optimiser step for each pack of conversations. Conversations keep
 * their groups' order inside packs, so that what is compared is mostly stepped together; the order of the packs is shuffled with a fixed
 * seed. Where no reward differs from its group's mean the plan has no step. Throws `Rejected` for data that this model cannot have sampled.
 */
export async function planRl(input: PlanRlInput): Promise<TrainingPlan> {
  const settings = rlSettings(input.config, input.contextLength);
  const batch = await rlBatch(input, settings);
  const packs = packsOf(batch, input, settings);
  const data = rlDataMetrics(input.groups, batch.samples);
  const signs = new VitalSigns(batch.samples.values().map(promptOf), OF_PROMPTS);
  return {
    totalSteps: packs.length,
    facts: { ...data, num_dropped_sequences: batch.droppedSequences },
    samplePrompts: samplePrompts(batch.samples.values().map(firstPrompt), input.contextLength),
    groups: groupFacts(input.groups, batch.samples),
    prepare: async (trainer) => {
      await signs.begin(trainer);
      for (const pack of packs) pack.prepared = await preparedLogprobs(trainer, pack, { input, settings });
    },
    step: async (trainer, number) => ({
      ...(await reinforce(trainer, packOf(packs, number), { settings, number })),
      ...data,
    }),
    requireAlive: (trainer, step) =>
      signs.requireAlive(trainer, { step, learningRate: packOf(packs, step).learningRate }),
  };
}

function packsOf({ samples }: RlBatch, { groups }: PlanRlInput, settings: RlSettings): RlPack[] {
  const lengths = samples.map(({ sequence }) => sequence.tokenIds.length);
  const deviation = settings.scalesLearningRateByDeviation ? rewardDeviation(groups) : 1;
  const packs = packSequences(lengths, settings.packLength).map((members) => {
    const packed = members.flatMap((member) => samples[member] ?? []);
    const trajectories = new Set(packed.map(({ group, trajectory }) => `${group} ${trajectory}`)).size;
    return {
      samples: packed,
      learningRate: settings.learningRate * deviation * trajectories ** settings.trajectoryPower,
      prepared: { reference: null, recomputed: null },
    };
  });
  return shuffled(packs, SEED);
}

async function preparedLogprobs(
  trainer: Trainer,
  pack: RlPack,
  { input, settings }: { input: PlanRlInput; settings: RlSettings },
): Promise<RlPack["prepared"]> {
  const sequences = sequencesOf(pack);
  const reference = settings.loss.kl ? await referenceScores(trainer, sequences, input) : null;
  const recomputed = settings.recomputesOldLogprobs ? await trainer.score(sequences) : null;
  return {
    reference: reference && trainedLogprobs(pack, reference),
    recomputed: recomputed && trainedLogprobs(pack, recomputed),
  };
}

/** Of the named or lagging checkpoint, else of the model without its adapter. */
async function referenceScores(
  trainer: Trainer,
  sequences: readonly Sequence[],
  { config, startStep, scoreCheckpoint }: PlanRlInput,
): Promise<readonly SequenceScores[]> {
  const { klPenaltyReferenceStep: named, klPenaltyStepLag: lag } = config;
  if (named !== undefined && named > startStep)
    throw new Rejected(
      `kl_penalty_reference_step is ${named}, but the model is at step ${startStep}; name an earlier step`,
    );
  const step = named ?? (lag === undefined ? undefined : Math.max(0, startStep - lag));
  if (step === undefined) return trainer.scoreReference(sequences);
  return step === startStep ? trainer.score(sequences) : scoreCheckpoint(step, sequences);
}

/** A group counts as trainable where its rewards differ and something that was sampled remains to train. */
function groupFacts(groups: readonly TrajectoryGroup[], samples: readonly RlSample[]) {
  const trained = new Set(samples.map(({ group }) => group));
  return groups.map((group, index) => ({ rewards: rewardsOf(group), isTrainable: trained.has(index) }));
}

function packOf(packs: readonly RlPack[], number: number): RlPack {
  const pack = packs[number - 1];
  if (!pack) throw new RangeError(`There is no step ${number}; the plan has ${packs.length}`);
  return pack;
}

/** All of a prompt but its first token, which nothing comes before. */
function promptOf(sample: RlSample): Probe {
  const tokenIds = firstPrompt(sample);
  return { tokenIds, positions: tokenIds.slice(1).map((_, position) => position + 1) };
}

function firstPrompt({ sequence }: RlSample): readonly number[] {
  return sequence.tokenIds.slice(0, sequence.positions[0] ?? 0);
}
