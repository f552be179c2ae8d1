import type { TextSimilarity } from "#lib/contract/evaluation/grader.ts";
import { Unscored } from "./grade-result.ts";
import { renderTemplate, type Variables } from "./render-template.ts";
import { similarity } from "./similarity/similarity.ts";

/** Common subsequences take the product of both lengths. */
const MAX_CHARACTERS = 50_000;

/** How alike the text and the reference are, from 0 to 1. */
export async function compareTexts(grader: TextSimilarity, variables: Variables): Promise<number> {
  const text = renderTemplate(grader.input, variables);
  const reference = renderTemplate(grader.reference, variables);
  const longest = Math.max(text.length, reference.length);
  if (longest > MAX_CHARACTERS)
    throw new Unscored("too_long", `A text has ${longest} characters; up to ${MAX_CHARACTERS} are compared`);
  return similarity(grader.evaluationMetric, text, reference);
}
