import type { EstimateMethod } from "./estimate.ts";

/** How an interval was computed, in a sentence. */
export const METHOD_WORDS: { readonly [M in EstimateMethod]: string } = {
  wilson: "Wilson",
  wilson_of_units: "Wilson, of units",
  newcombe: "Newcombe, paired",
  newcombe_of_units: "Newcombe, paired, of units",
  bootstrap: "bootstrap",
  cohen: "Cohen’s error",
  paired_bootstrap: "paired bootstrap",
  bradley_terry: "Bradley–Terry",
  prediction_powered: "prediction-powered",
};
