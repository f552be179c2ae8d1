import type { InputOf } from "#lib/contract/endpoint.ts";
import type { createEvaluation } from "#lib/contract/evaluation/evaluations.ts";
import { GRADER_PRESETS, type GraderPreset } from "./grader-presets.ts";

/** A new evaluation as it is typed. */
export type EvaluationDraft = {
  name: string;
  datasetId: string | null;
  graders: readonly string[];
  maxTokens: string;
};

export const EMPTY: EvaluationDraft = { name: "", datasetId: null, graders: [], maxTokens: "256" };

/** `shop on intents`, of the dataset and the model that one came to measure, which say what is which where they have one name; empty where no dataset is chosen. */
export function proposedName(datasetName: string | null, subjects: string | null): string {
  if (datasetName === null) return "";
  const model = subjects?.split(/[:,]/)[0]?.split("/").at(-1)?.trim();
  const named =
    model === datasetName ? `Model ${model} on dataset ${datasetName}` : `${model} on ${datasetName}`;
  return (model ? named : datasetName).slice(0, 128);
}

export type DraftFaults = Partial<Record<"name" | "datasetId" | "maxTokens", string>>;

const MAX_TOKENS = 32_768;

/** What is missing or wrong, by field. */
export function draftFaults({ name, datasetId, maxTokens }: EvaluationDraft): DraftFaults {
  return {
    ...(name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(datasetId === null ? { datasetId: "Choose a dataset." } : {}),
    ...(isTokenCount(maxTokens) ? {} : { maxTokens: `Enter a whole number from 1 to ${MAX_TOKENS}.` }),
  };
}

/** What is sent; null while something is missing. */
export function inputOf(
  draft: EvaluationDraft,
  options: readonly GraderPreset[] = GRADER_PRESETS,
): Omit<InputOf<typeof createEvaluation>, "projectId"> | null {
  const { name, datasetId, graders, maxTokens } = draft;
  if (datasetId === null || Object.keys(draftFaults(draft)).length > 0) return null;
  return {
    name: name.trim(),
    datasetId,
    graders: options.filter(({ value }) => graders.includes(value)).map(({ grader }) => grader),
    sampling: { temperature: 0, maxTokens: Number(maxTokens) },
  };
}

function isTokenCount(text: string): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_TOKENS;
}
