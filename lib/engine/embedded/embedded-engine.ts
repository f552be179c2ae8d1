import * as ort from "onnxruntime-node";
import type { Engine } from "#lib/engine/port/port.ts";
import { openPolicySampler } from "./decode/open-policy-sampler.ts";
import { readPolicy } from "./files/open-policy.ts";
import { readDecoderConfig } from "./files/read-decoder-config.ts";
import { requireMemory, scoringBytes } from "./memory/memory-need.ts";
import { openScorer } from "./train/open-scorer.ts";
import { openTrainer } from "./train/open-trainer.ts";

/** Of a usual run. */
const SCORED_TOKENS = 512;

/** Trains, samples and scores in this process, on its processors. */
export const embeddedEngine: Engine = {
  name: "embedded",
  kernels: `onnxruntime ${ort.env.versions.node ?? "unknown"}`,
  openSampler: openPolicySampler,
  openScorer: async (policy, options) => {
    const needed = scoringBytes(await readDecoderConfig(policy.modelFolder), SCORED_TOKENS);
    await requireMemory("Scoring by this model", needed);
    const { config, parameters } = await readPolicy(policy);
    return openScorer(parameters, config, options);
  },
  openTrainer,
};
