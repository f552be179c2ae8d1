import { expect, test } from "vitest";
import { faultIn } from "#lib/contract/fault.ts";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";
import * as z from "#lib/contract/zod.ts";
import { RlConfig, SftConfig } from "./training-config.ts";

test("a reinforcement learning config may name every key with null, and keys that nobody knows", () => {
  const keys = Object.keys(wireSchemaOf(RlConfig).properties ?? {});
  expect(keys).toContain("max_negative_advantage_importance_sampling_weight");
  expect(keys).toContain("kimi_k2_tau");
  const given = Object.fromEntries([...keys, "moe_routing_replay_strict"].map((key) => [key, null]));
  expect(z.decode(RlConfig, given)).toEqual({});
  expect(z.decode(RlConfig, { grad_accumulation_sequences: 4, epsilon: 0.1 })).toEqual({ epsilon: 0.1 });
});

test("what a caller says is read under its wire name", () => {
  const config = {
    learning_rate: 1e-4,
    loss_fn: "ppo",
    importance_sampling_level: "geometric_average",
    kimi_k2_tau: 0.5,
    kl_penalty_step_lag: 2,
    packed_sequence_length: 1024,
    allow_training_without_logprobs: true,
  };
  expect(z.decode(RlConfig, config)).toEqual({
    learningRate: 1e-4,
    lossFn: "ppo",
    importanceSamplingLevel: "geometric_average",
    kimiK2Tau: 0.5,
    klPenaltyStepLag: 2,
    packedSequenceLength: 1024,
    allowTrainingWithoutLogprobs: true,
  });
  expect(z.encode(RlConfig, z.decode(RlConfig, config))).toEqual(config);
});

test.each([
  [{ learning_rate: -1 }, ["learning_rate"], "greater_than_equal"],
  [{ learning_rate: "1e-4" }, ["learning_rate"], "float_parsing"],
  [{ learning_rate: true }, ["learning_rate"], "float_type"],
  [{ advantage_balance: 1.5 }, ["advantage_balance"], "less_than_equal"],
  [{ advantage_balance: -1.5 }, ["advantage_balance"], "greater_than_equal"],
  [{ loss_fn: "grpo" }, ["loss_fn"], "literal_error"],
  [{ importance_sampling_level: "pack" }, ["importance_sampling_level"], "literal_error"],
  [{ kl_penalty_source: "teacher" }, ["kl_penalty_source"], "literal_error"],
  [{ kl_penalty_reference_step: -1 }, ["kl_penalty_reference_step"], "greater_than_equal"],
  [{ kl_penalty_step_lag: 0 }, ["kl_penalty_step_lag"], "greater_than_equal"],
  [{ packed_sequence_length: 0 }, ["packed_sequence_length"], "greater_than_equal"],
  [{ precalculate_logprobs: 3 }, ["precalculate_logprobs"], "bool_type"],
  [{ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 }, ["kl_penalty_step_lag"], "value_error"],
  [{ kl_ref_adapter_path: "/tmp/adapter" }, ["kl_ref_adapter_path"], "value_error"],
])("%j is refused at its key", (config, path, type) => {
  expect(faultsOf(RlConfig, config)).toEqual([{ path, type }]);
});

test("a supervised config takes a rate or one for each batch, and a batch size or auto", () => {
  expect(
    z.decode(SftConfig, { batch_size: "auto", learning_rate: [1e-4, 5e-5], assistant_turns: "last" }),
  ).toEqual({
    batchSize: "auto",
    learningRate: [1e-4, 5e-5],
    assistantTurns: "last",
  });
  expect(
    z.decode(SftConfig, { batch_size: null, learning_rate: 1e-4, metric_logging: { enabled: true } }),
  ).toEqual({
    learningRate: 1e-4,
  });
});

test.each([
  [{ batch_size: 0 }, ["batch_size"], "greater_than_equal"],
  [{ batch_size: "many" }, ["batch_size"], "int_parsing"],
  [{ learning_rate: [] }, ["learning_rate"], "too_small"],
  [{ learning_rate: [1e-4, -1] }, ["learning_rate", 1], "greater_than_equal"],
  [{ learning_rate: { peak: 1 } }, ["learning_rate"], "float_type"],
  [{ assistant_turns: "first" }, ["assistant_turns"], "literal_error"],
])("%j is refused at its key", (config, path, type) => {
  expect(faultsOf(SftConfig, config)).toEqual([{ path, type }]);
});

test("the OpenAPI document shows the ranges", () => {
  expect(wireSchemaOf(RlConfig).properties?.advantage_balance).toMatchObject({
    anyOf: [{ type: "number", minimum: -1, maximum: 1 }, { type: "null" }],
  });
});

function faultsOf(schema: typeof RlConfig | typeof SftConfig, config: unknown) {
  const read = z.safeDecode(schema, config);
  if (read.success) return [];
  return read.error.issues.map((issue) => ({
    path: issue.path,
    type: (issue.code === "custom" ? faultIn(issue)?.type : undefined) ?? issue.code,
  }));
}
