import type { CallPart } from "./call-parts.ts";

/** The place of the calls made for the answer, where they can be searched. */
export const MADE = "made";

/** The part that holds the answer. What was done for it stands right before that; undefined where no part does. */
export function answerPartOf(parts: readonly CallPart[]): CallPart | undefined {
  return parts.find(({ isJudged }) => isJudged);
}
