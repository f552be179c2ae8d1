import { expect, test } from "vitest";
import { RlConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { rlSettings } from "./rl-settings.internal.ts";

const settings = (config: Record<string, unknown>) => rlSettings(z.decode(RlConfig, config), 512);

test.each([
  [{}, "cispo", true],
  [{ ppo: true }, "ppo", true],
  [{ ppo: true, loss_fn: "cispo" }, "cispo", true],
  [{ ppo: false, loss_fn: "ppo" }, "ppo", true],
  [{ scale_rewards: false }, "cispo", false],
  [{ scale_rewards: false, normalize_advantages: true }, "cispo", true],
  [{ scale_rewards: true, normalize_advantages: false }, "cispo", false],
])("of %j the newer name of a setting wins", (config, kind, scalesAdvantages) => {
  expect(settings(config)).toMatchObject({ loss: { kind }, scalesAdvantages });
});

test("what is not said has the defaults of its loss, and a pack is as long as the model's context", () => {
  expect(settings({})).toMatchObject({
    learningRate: 5e-6,
    packLength: 512,
    loss: { epsilonLow: 1, epsilonHigh: 4 },
  });
  expect(settings({ loss_fn: "ppo" }).loss).toMatchObject({ epsilonLow: 0.2, epsilonHigh: 0.2 });
  expect(settings({ loss_fn: "ppo", epsilon: 0.1 }).loss).toMatchObject({
    epsilonLow: 0.1,
    epsilonHigh: 0.1,
  });
});
