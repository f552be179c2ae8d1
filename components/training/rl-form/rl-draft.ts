import type { GraderPreset } from "#components/evaluations/make/grader-presets.ts";
import type { RlRunInput } from "#components/training/rl/rl-queries.ts";
import { MAX_ROUND_TOKENS } from "#lib/contract/reinforcement/rl-runs.ts";

/** A new reinforcement run as it is typed. */
export type RlDraft = {
  name: string;
  datasetId: string | null;
  /** Of the dataset; null for its newest one. */
  version: number | null;
  /** Chosen graders with their weights. */
  weights: Readonly<Record<string, string>>;
  startStep: number | null;
  rounds: string;
  promptsPerRound: string;
  rollouts: string;
  temperature: string;
  maxTokens: string;
  learningRate: string;
  seed: string;
  guardId: string | null;
  guardMetric: string | null;
  maxDrop: string;
  /** Rounds between two measurements. */
  guardEvery: string;
  maxMinutes: string;
};

export const NEW_RL: RlDraft = {
  name: "",
  datasetId: null,
  version: null,
  weights: {},
  startStep: null,
  rounds: "10",
  promptsPerRound: "16",
  rollouts: "8",
  temperature: "1",
  maxTokens: "64",
  learningRate: "0.0001",
  seed: "1",
  guardId: null,
  guardMetric: null,
  maxDrop: "0.05",
  guardEvery: "1",
  maxMinutes: "60",
};

export type RlFaults = Partial<Record<keyof RlDraft, string>>;

type Bounds = { min: number; max: number; isWhole?: boolean };

const NUMBERS = {
  rounds: { min: 1, max: 100, isWhole: true },
  promptsPerRound: { min: 1, max: 256, isWhole: true },
  rollouts: { min: 2, max: 64, isWhole: true },
  temperature: { min: 0.05, max: 2 },
  maxTokens: { min: 1, max: 32_768, isWhole: true },
  learningRate: { min: 0, max: 1 },
  seed: { min: 0, max: 2 ** 31 - 1, isWhole: true },
  maxDrop: { min: 0, max: 1_000_000 },
  guardEvery: { min: 1, max: 100, isWhole: true },
} as const satisfies Partial<Record<keyof RlDraft, Bounds>>;
type NumberField = keyof typeof NUMBERS;
const NUMBER_FIELDS = Object.keys(NUMBERS).filter((name): name is NumberField => name in NUMBERS);

/** What is missing or wrong, by field. */
export function rlFaults(draft: RlDraft): RlFaults {
  const faults: RlFaults = {};
  if (draft.datasetId === null) faults.datasetId = "Choose a dataset.";
  const weights = Object.values(draft.weights);
  if (weights.length === 0) faults.weights = "Choose at least one grader.";
  else if (weights.some((text) => numberIn(text, { min: -1000, max: 1000 }) === null))
    faults.weights = "A weight is a number from −1000 to 1000.";
  else if (weights.every((text) => Number(text) === 0))
    faults.weights = "Every weight is 0, so there is no reward. Give one grader another weight.";
  for (const field of NUMBER_FIELDS)
    if (numberIn(draft[field], NUMBERS[field]) === null) faults[field] = boundsText(NUMBERS[field]);
  if (draft.maxMinutes.trim() !== "" && numberIn(draft.maxMinutes, MINUTES) === null)
    faults.maxMinutes = `${boundsText(MINUTES).slice(0, -1)}, or nothing for no limit.`;
  if (draft.guardId !== null && draft.guardMetric === null) faults.guardMetric = "Choose what it watches.";
  if (Object.keys(faults).length === 0 && tokensOfRound(draft) > MAX_ROUND_TOKENS)
    faults.maxTokens = `Prompts × answers × tokens is above ${MAX_ROUND_TOKENS}, the tokens that a round may have. Lower one of them.`;
  return faults;
}

const MINUTES: Bounds = { min: 1, max: 100_000, isWhole: true };

/** At most, of the answers of one round. */
export function tokensOfRound({ promptsPerRound, rollouts, maxTokens }: RlDraft): number {
  return Number(promptsPerRound) * Number(rollouts) * Number(maxTokens);
}

/** What is sent; null while something is missing. */
export function rlInput(
  modelId: string,
  draft: RlDraft,
  options: readonly GraderPreset[],
): RlRunInput | null {
  const { datasetId, version, guardId, guardMetric, startStep } = draft;
  if (datasetId === null || Object.keys(rlFaults(draft)).length > 0) return null;
  const graders = options.flatMap(({ value, grader }) => {
    const weight = draft.weights[value];
    return weight === undefined ? [] : [{ ...grader, weight: Number(weight) }];
  });
  const guard =
    guardId === null || guardMetric === null
      ? {}
      : {
          guard: {
            evaluationId: guardId,
            metric: guardMetric,
            maxDrop: Number(draft.maxDrop),
            every: Number(draft.guardEvery),
          },
        };
  return {
    modelId,
    datasetId,
    ...(version === null ? {} : { version }),
    graders,
    ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() }),
    ...(startStep === null ? {} : { startStep }),
    ...guard,
    config: {
      rounds: Number(draft.rounds),
      promptsPerRound: Number(draft.promptsPerRound),
      rollouts: Number(draft.rollouts),
      temperature: Number(draft.temperature),
      maxTokens: Number(draft.maxTokens),
      seed: Number(draft.seed),
      training: { learningRate: Number(draft.learningRate) },
    },
    budget: draft.maxMinutes.trim() === "" ? {} : { maxMinutes: Number(draft.maxMinutes) },
  };
}

function numberIn(text: string, { min, max, isWhole = false }: Bounds): number | null {
  if (text.trim() === "") return null;
  const value = Number(text);
  if (!Number.isFinite(value) || value < min || value > max) return null;
  return isWhole && !Number.isInteger(value) ? null : value;
}

function boundsText({ min, max, isWhole = false }: Bounds): string {
  return `Enter a ${isWhole ? "whole number" : "number"} from ${min} to ${max}.`;
}
