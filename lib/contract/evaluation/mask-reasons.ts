/**
 * Why a grader gave no score. A grader that fails says nothing about the sample: the sample is left out, and never scored 0. The list is
 * closed; `what` is for people.
 */
export const MASK_REASONS = {
  invalid_variable: "A variable of the template has no value",
  invalid_reference: "The reference is not what the grader compares with",
  unreadable_answer: "The model's answer is not a score",
  model_failed: "The model did not answer",
  too_long: "The text is too long",
  no_answer: "Nobody has answered yet",
  disagreement: "People do not agree",
  verifier_failed: "The address did not answer with a reward",
  verifier_masked: "The address left the sample out",
  schema_failed: "The JSON Schema could not be checked",
  not_finite: "The formula does not give a finite number",
  part_masked: "A grader of the formula gave no score",
  not_available: "Nothing here can run this grader",
} as const satisfies Record<string, string>;

export type MaskReason = keyof typeof MASK_REASONS;
