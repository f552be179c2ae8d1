import { expect, test } from "vitest";
import { parameterShapes } from "../model/parameters.ts";
import { smallConfig } from "../testing/small-decoder.ts";
import { initialParameters } from "./initial-parameters.ts";

const config = smallConfig({
  width: 64,
  ffnWidth: 96,
  vocabSize: 200,
  hasQkNorm: true,
  hasQkvBias: true,
  hasTiedHead: false,
});

test("a seed decides all weights", () => {
  expect(initialParameters(config, 1)).toEqual(initialParameters(config, 1));
  expect(initialParameters(config, 1)).not.toEqual(initialParameters(config, 2));
});

test("every parameter of the model is there, and begins with the deviation that its place asks for", () => {
  const parameters = initialParameters(config, 1);
  expect([...parameters].map(([name, { shape }]) => [name, shape])).toEqual([...parameterShapes(config)]);
  const deviation = (name: string) => {
    const data = parameters.get(name)?.data ?? new Float32Array();
    return Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / data.length);
  };
  // Of n normal numbers the deviation is off by 1/√(2n): under 1 % here, so five times that is a false alarm in a million.
  expect(deviation("model.embed_tokens.weight") / 0.02).toBeCloseTo(1, 1);
  expect(deviation("lm_head.weight") / 0.02).toBeCloseTo(1, 1);
  expect(deviation("model.layers.1.mlp.down_proj.weight") / (0.02 / Math.sqrt(4))).toBeCloseTo(1, 1);
  expect(deviation("model.layers.1.self_attn.o_proj.weight") / (0.02 / Math.sqrt(4))).toBeCloseTo(1, 1);
  expect(parameters.get("model.layers.0.self_attn.q_norm.weight")?.data).toEqual(new Float32Array(4).fill(1));
  expect(parameters.get("model.layers.0.self_attn.q_proj.bias")?.data).toEqual(new Float32Array(16));
});
