import type { Grader } from "#lib/contract/evaluation/grader.ts";

const YES_NO: readonly Grader["type"][] = [
  "string_check",
  "spindle.number_match",
  "spindle.json_schema",
  "spindle.tool_call",
];

/** Whether a grader scores 0 or 1 and nothing between. A model that chooses a label scores by how probable that is. */
export function isYesNoGrader({ type }: Pick<Grader, "type">): boolean {
  return YES_NO.includes(type);
}
