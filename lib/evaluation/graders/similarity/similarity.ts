import type { SimilarityMetric } from "#lib/contract/evaluation/grader.ts";
import { bleu, gleu } from "./bleu.ts";
import { fuzzy } from "./fuzzy.ts";
import { rouge, rougeL } from "./rouge.ts";

const METRICS: { [M in SimilarityMetric]: (text: string, reference: string) => number } = {
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

/** How alike two texts are, from 0 to 1. */
export function similarity(metric: SimilarityMetric, text: string, reference: string): number {
  return METRICS[metric](text, reference);
}
