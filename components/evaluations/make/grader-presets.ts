import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

export type GraderPreset = { value: string; label: string; help: string; grader: EvaluationGrader };

/** Graders that need nothing but the reference; all others are those of the project. */
export const GRADER_PRESETS: readonly GraderPreset[] = [
  {
    value: "contains",
    label: "Contains the reference",
    help: "Capitals do not matter",
    grader: {
      name: "contains",
      grader: {
        type: "string_check",
        input: "{{sample.output_text}}",
        reference: "{{item.reference}}",
        operation: "ilike",
      },
    },
  },
  {
    value: "similar",
    label: "Similar to the reference",
    help: "Passes if at least 80 % of the letters match",
    grader: {
      name: "similar",
      grader: {
        type: "text_similarity",
        input: "{{sample.output_text}}",
        reference: "{{item.reference}}",
        evaluationMetric: "fuzzy_match",
        passThreshold: 0.8,
      },
    },
  },
  {
    value: "number",
    label: "Same number",
    help: "The last number of the answer is that of the reference",
    grader: {
      name: "number",
      grader: {
        type: "spindle.number_match",
        input: "{{sample.output_text}}",
        reference: "{{item.reference}}",
        tolerance: 0,
        relativeTolerance: 0,
        pick: "last",
      },
    },
  },
];

/** The presets, and what the project keeps: each under its name as a metric may be called. */
export function graderOptions(
  stored: readonly Pick<StoredGrader, "id" | "name" | "description" | "grader">[],
): GraderPreset[] {
  const kept = stored.map(({ id, name, description, grader }) => ({
    value: id,
    label: name,
    help: description || "A grader of the project",
    grader: { name: metricName(name), grader },
  }));
  return [...GRADER_PRESETS, ...kept];
}

/** `Near the reference!` as `Near_the_reference`, at most 64 characters. */
function metricName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "_")
    .replace(/^[^A-Za-z_]+|_+$/g, "");
  return words.slice(0, 64) || "grader";
}
