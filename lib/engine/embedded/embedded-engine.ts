import type { Engine } from "#lib/engine/port/port.ts";
import { openPolicySampler } from "./decode/open-policy-sampler.ts";
import { readPolicy } from "./files/open-policy.ts";
import { openScorer } from "./train/open-scorer.ts";
import { openTrainer } from "./train/open-trainer.ts";

/** Trains, samples and scores in this process, on its processors. */
export const embeddedEngine: Engine = {
  name: "embedded",
  openSampler: openPolicySampler,
  openScorer: async (policy, options) => {
    const { config, parameters } = await readPolicy(policy);
    return openScorer(parameters, config, options);
  },
  openTrainer,
};
