import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";

export type GraderPreset = { value: string; label: string; help: string; grader: EvaluationGrader };

/** Graders that need nothing but the reference; all others are made over the API. */
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
    help: "Passes from 80 % of the letters on",
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
    help: "The last number of the answer",
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
