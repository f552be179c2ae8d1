import type { SamplingSettings } from "./port.ts";

/** Takes the most likely token at each position. */
export const GREEDY: Omit<SamplingSettings, "maxTokens" | "stopTokenIds"> = {
  temperature: 0,
  topP: 1,
  topK: 0,
  minP: 0,
  seed: 0,
  logitBias: new Map(),
  topLogprobs: 0,
};
