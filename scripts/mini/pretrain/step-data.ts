import { trainingExercise } from "../corpus/corpus.ts";
import type { Encode } from "../encode.ts";
import { CONTEXT_LENGTH } from "../model/shape.ts";
import { Random } from "../random.ts";
import { drawDrill } from "./drill.ts";
import { RECIPE, ramp } from "./recipe.ts";

export type StepData = {
  readonly sequences: readonly { readonly tokenIds: readonly number[] }[];
  /** Of each token of each sequence: its share in the step's loss. They sum to 1. */
  readonly coefficients: readonly Float32Array[];
};

/** What step `step`, counted from 1, learns from. It depends on the step alone, so that a resumed run goes on where it stopped. */
export function stepData(step: number, encode: Encode): StepData {
  const random = new Random("step", step);
  const drillShare = ramp(RECIPE.drills, step);
  const contextWeight = ramp(RECIPE.contextWeight, step);
  const rows: { tokenIds: readonly number[]; weights: readonly number[] }[] = [];
  let tokens = 0;
  let drillTokens = 0;
  for (let i = 0; tokens < RECIPE.tokensPerStep; i++) {
    const isDrill = drillTokens < drillShare * tokens;
    const row = isDrill ? drawDrill(random) : exerciseRow((step - 1) * MAX_A_STEP + i, encode, contextWeight);
    if (row.tokenIds.length > CONTEXT_LENGTH) continue;
    rows.push(row);
    tokens += row.tokenIds.length;
    if (isDrill) drillTokens += row.tokenIds.length;
  }
  const total = rows.reduce((sum, { weights }) => sum + weights.reduce((a, b) => a + b, 0), 0);
  return {
    sequences: rows,
    coefficients: rows.map(({ weights }) => Float32Array.from(weights, (weight) => weight / total)),
  };
}

/** More exercises than any step takes, so that no two steps take the same. */
const MAX_A_STEP = 10_000;

function exerciseRow(number: number, encode: Encode, contextWeight: number) {
  const { tokenIds, isReply } = encode(trainingExercise(number));
  // Nothing comes before the first token, so nothing predicts it.
  const weights = isReply.map((reply, at) => (at === 0 ? 0 : reply ? 1 : contextWeight));
  return { tokenIds, weights };
}
