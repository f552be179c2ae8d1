import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, parameterShapes, type Tensor } from "../model/parameters.ts";
import { sizeOf } from "./flat-tensors.ts";

const DEVIATION = 0.02;

/**
 * Weights to begin with: matrices normal with deviation 0.02, those that write into the residual stream smaller by √(2·layers) so that it
 * does not grow with depth, norms 1, biases 0. Radford et al., "Language models are unsupervised multitask learners", 2019, section 2.3.
 */
export function initialParameters(config: DecoderConfig, seed: number): Parameters {
  const parameters = new Map<string, Tensor>();
  for (const [name, shape] of parameterShapes(config)) {
    const data = new Float32Array(sizeOf(shape));
    if (name.endsWith("norm.weight")) data.fill(1);
    else if (!name.endsWith(".bias")) fillNormal(data, deviationOf(name, config), randomNumbers(seed, name));
    parameters.set(name, { shape, data });
  }
  return parameters;
}

function deviationOf(name: string, { layers }: DecoderConfig): number {
  const isOutput = name.endsWith("o_proj.weight") || name.endsWith("down_proj.weight");
  return isOutput ? DEVIATION / Math.sqrt(2 * layers) : DEVIATION;
}

/** Box and Muller's transform: two normal numbers of two uniform ones. */
function fillNormal(data: Float32Array, deviation: number, random: () => number): void {
  for (let i = 0; i < data.length; i += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    data[i] = radius * Math.cos(angle);
    if (i + 1 < data.length) data[i + 1] = radius * Math.sin(angle);
  }
}
