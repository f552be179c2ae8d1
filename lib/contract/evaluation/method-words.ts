import type { EstimateMethod } from "./estimate.ts";

/** How an interval was computed, in a sentence. */
export const METHOD_WORDS: { readonly [M in EstimateMethod]: string } = {
  wilson: "Wilson",
  bootstrap: "bootstrap",
  paired_bootstrap: "paired bootstrap",
  bradley_terry: "Bradley–Terry",
  prediction_powered: "prediction-powered",
};
