import type { SimilarityMetric } from "#lib/contract/evaluation/grader.ts";
import { inTurns } from "#lib/platform/in-turns.ts";
import { bleu, gleu } from "./bleu.ts";
import { fuzzy } from "./fuzzy.ts";
import { rouge, rougeL } from "./rouge.ts";

type Metric = (text: string, reference: string) => number | Generator<undefined, number>;

const METRICS: { [M in SimilarityMetric]: Metric } = {
  fuzzy_match: fuzzy,
  bleu,
  gleu,
  rouge_1: (text, reference) => rouge(1, text, reference),
  rouge_2: (text, reference) => rouge(2, text, reference),
  rouge_3: (text, reference) => rouge(3, text, reference),
  rouge_4: (text, reference) => rouge(4, text, reference),
  rouge_5: (text, reference) => rouge(5, text, reference),
  rouge_l: rougeL,
};

/** Comparisons that take turns stand in one line: each turn of many at once would add up to one long one. */
let line: Promise<unknown> = Promise.resolve();

/** How alike two texts are, from 0 to 1. Others are answered while long texts are compared. */
export async function similarity(metric: SimilarityMetric, text: string, reference: string): Promise<number> {
  const found = METRICS[metric](text, reference);
  if (typeof found === "number") return found;
  const answer = line.then(() => inTurns(found));
  line = answer.catch(() => undefined);
  return answer;
}
