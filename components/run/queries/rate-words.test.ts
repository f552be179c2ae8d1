import { expect, test } from "vitest";
import { rateNote, usualText } from "./rate-words.ts";

const MINI = { mode: "lora", parameters: 2_226_560 } as const;

test("A usual rate is named with what it is usual for", () => {
  expect(usualText("sft", MINI)).toBe("0.001 is usual for supervised training of 2.2M parameters with LoRA.");
  expect(usualText("rl", { mode: "full", parameters: null })).toBe(
    "0.000002 is usual for reinforcement learning of a model of unknown size in full.",
  );
});

test("A job's rate is the usual one, or one that somebody chose; of one for each batch nothing is said", () => {
  expect(rateNote({ kind: "rl", config: { learning_rate: 3e-4 } }, MINI)).toBe(
    "usual for reinforcement learning of 2.2M parameters with LoRA",
  );
  expect(rateNote({ kind: "rl", config: { learning_rate: 5e-6 } }, MINI)).toBe(
    "chosen; 0.0003 is usual for reinforcement learning of 2.2M parameters with LoRA.",
  );
  expect(rateNote({ kind: "sft", config: { learning_rate: [1e-4, 1e-5] } }, MINI)).toBeNull();
  expect(rateNote({ kind: "sft", config: {} }, MINI)).toBeNull();
});
