import type { GraderPreset } from "#components/evaluations/make/grader-presets.ts";
import type { Worth } from "#components/graders/parts/prompt-messages.ts";
import type { RlRunInput } from "#components/training/rl/rl-queries.ts";
import type { RlFallback } from "#lib/contract/annotation/awaited.ts";
import type { RlPark } from "#lib/contract/reinforcement/rl-people.ts";
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
  /** The queue in which people are asked; null asks nobody. */
  humanQueueId: string | null;
  park: RlPark;
  budgetPerRound: string;
  deadlineHours: string;
  /** Null while nobody has chosen it: then it follows from the graders. */
  fallback: RlFallback | null;
  minAnswers: string;
  /** The question whose answers count; null while it is not known, which leaves the choice to the service. */
  humanField: string | null;
  /** What its options are worth, from 0 to 1; none where a number, or yes and no, says that itself. */
  worths: readonly Worth[];
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
  learningRate: "0.0003",
  seed: "1",
  guardId: null,
  guardMetric: null,
  maxDrop: "0.05",
  guardEvery: "1",
  maxMinutes: "60",
  humanQueueId: null,
  park: "all",
  budgetPerRound: "24",
  deadlineHours: "12",
  fallback: null,
  minAnswers: "1",
  humanField: null,
  worths: [],
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
  budgetPerRound: { min: 1, max: 1000, isWhole: true },
  deadlineHours: { min: 0.01, max: 720 },
  minAnswers: { min: 1, max: 100, isWhole: true },
} as const satisfies Partial<Record<keyof RlDraft, Bounds>>;
type NumberField = keyof typeof NUMBERS;
const NUMBER_FIELDS = Object.keys(NUMBERS).filter((name): name is NumberField => name in NUMBERS);

/** What is missing or wrong, by field. */
export function rlFaults(draft: RlDraft): RlFaults {
  const faults: RlFaults = {};
  if (draft.datasetId === null) faults.datasetId = "Choose a dataset.";
  const weights = Object.values(draft.weights);
  const isAlone = draft.humanQueueId === null;
  if (weights.length === 0 && isAlone) faults.weights = "Choose at least one grader.";
  else if (weights.some((text) => numberIn(text, { min: -1000, max: 1000 }) === null))
    faults.weights = "A weight is a number from −1000 to 1000.";
  else if (isAlone && weights.every((text) => Number(text) === 0))
    faults.weights = "Every weight is 0, so there is no reward. Give one grader another weight.";
  for (const field of NUMBER_FIELDS)
    if (numberIn(draft[field], NUMBERS[field]) === null) faults[field] = boundsText(NUMBERS[field]);
  if (draft.maxMinutes.trim() !== "" && numberIn(draft.maxMinutes, MINUTES) === null)
    faults.maxMinutes = `${boundsText(MINUTES).slice(0, -1)}, or nothing for no limit.`;
  const worths = worthsFault(draft.worths);
  if (worths !== null) faults.worths = worths;
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

/** What becomes of answers that nobody rewards in time: without graders there is nothing that could decide. */
export function fallbackOf({ fallback, weights }: Pick<RlDraft, "fallback" | "weights">): RlFallback {
  return fallback ?? (Object.keys(weights).length === 0 ? "drop" : "judge");
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
    ...humanOf(draft),
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

function humanOf(draft: RlDraft): Pick<RlRunInput, "human"> {
  const { humanQueueId: queueId, humanField: field, worths, park } = draft;
  if (queueId === null) return {};
  const scores = Object.fromEntries(worths.map(({ label, worth }) => [label, worthIn(worth) ?? 0]));
  return {
    human: {
      ...{ queueId, park, fallback: fallbackOf(draft), band: 0.15, disagreement: 0.3 },
      budgetPerRound: Number(draft.budgetPerRound),
      deadlineHours: Number(draft.deadlineHours),
      minAnswers: Number(draft.minAnswers),
      ...(field === null ? {} : { field }),
      ...(worths.length > 0 ? { scores } : {}),
    },
  };
}

/** Each option that has no score, with what was entered instead; null where all have one. */
function worthsFault(worths: readonly Worth[]): string | null {
  const wrong = worths.filter(({ worth }) => worthIn(worth) === null);
  if (wrong.length === 0) return null;
  const said = wrong.map(({ label, worth }) =>
    worth.trim() === "" ? `“${label}” has no score` : `“${label}” has “${worth.trim()}”`,
  );
  return `${said.join(", ")}. A score is a number from 0 to 1.`;
}

export function worthIn(text: string): number | null {
  return numberIn(text, { min: 0, max: 1 });
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
