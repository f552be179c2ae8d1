/** Why something that a source held became no row, each with what it means. */
export const REJECTIONS = {
  open: "Nobody has answered it yet",
  no_answer: "No answer has what the dataset takes",
  asked_by_run: "A reinforcement run asked about it, and the recipe does not take such items",
  skipped: "Everyone who had the item skipped it",
  retracted: "What was said of it was retracted",
  flagged: "Someone flagged the item, and nobody decided it",
  undecided: "The recipe takes decisions only, and the item has none",
  too_few_answers: "The item has fewer answers than the recipe asks for",
  disagreement: "No value has the share of the answers that the recipe asks for",
  low_posterior: "The most probable value is less probable than the recipe asks for",
  tie: "Several values are equally likely, or neither of the two answers is better",
  not_kept: "The value is not one that the recipe keeps",
  call_deleted: "The call was deleted",
  call_running: "The call has not ended",
  no_conversation: "The call has no conversation that can be read",
  empty_reply: "There is no text to learn",
  empty_message: "A question or an answer of the row says nothing",
  no_row: "What was published is not a row of the dataset's kind",
  missing_calls: "Its answer rests on calls that the row does not have",
  not_changed: "The correction says the same as the recorded answer",
  different_prompts: "The two calls of the pair have different prompts",
  secret: "The row has a secret, by its pattern",
  duplicate: "An earlier row is the same",
  near_duplicate: "An earlier row has nearly the same words",
  too_many_of_prompt: "Enough rows with the same prompt come before it",
  conflict: "Rows with the same prompt teach different values",
  unbalanced: "Its value has too many rows beside the rarest one",
  held_out_thread: "It belongs together with rows of a dataset that models are measured by",
  both_splits: "The row belongs together with rows of both splits",
  too_large: "The row is larger than a row may be",
} as const;

export type Reason = keyof typeof REJECTIONS;
export const REASONS = Object.keys(REJECTIONS).filter(isReason);

function isReason(name: string): name is Reason {
  return name in REJECTIONS;
}
