import { expect, test } from "vitest";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import { describeEvent } from "./describe-event.ts";

type Cancellation = TrainingJobDetail["cancellation"];

const event = (
  type: string,
  data: Record<string, unknown>,
  { step = null, cancellation = null }: { step?: number | null; cancellation?: Cancellation } = {},
) => describeEvent({ id: "e", type, data, step, createdAt: new Date(0) }, cancellation);

test("a step says its number and its metrics", () => {
  expect(event("gradient_step", { loss: 0.51234, grad_norm: 2, extra: "text" }, { step: 12 })).toEqual({
    title: "Step 12",
    detail: "loss 0.5123 · grad norm 2",
  });
});

test("the start says how much there is to do, and which rows were left out", () => {
  expect(event("training_started", { num_sequences: 50, num_rows: 200, num_dropped_rows: 3 }).detail).toBe(
    "200 rows · 3 left out: too long, or without a reply · 50 steps",
  );
});

test("the end names the checkpoint, a failure its reason, and a cancelled job who had it stopped", () => {
  expect(event("training_ended", { checkpoint_step: 4 }).detail).toBe("Checkpoint of step 4 is ready");
  expect(event("training_failed", { error_message: "Loss is NaN" }).detail).toBe("Loss is NaN");
  expect(event("training_failed", { error_message: "cancelled" })).toEqual({
    title: "Cancelled",
    detail: "",
  });
  const cancelled = (cause: "asked" | "rerouted") =>
    event("training_failed", { error_message: "cancelled" }, { cancellation: { by: "Ana", cause } }).detail;
  expect(cancelled("asked")).toBe("by Ana");
  expect(cancelled("rerouted")).toBe("by Ana, who gave somebody's items to others");
});

test("what people only watch says its state, its speed and its samples", () => {
  expect(event("state", { state: "running" })).toEqual({ title: "State", detail: "running" });
  expect(event("state", { state: "queued", reason: "other jobs have their turn" }).detail).toBe(
    "queued again: other jobs have their turn",
  );
  expect(event("speed", { tokens_per_second: 1234.4, steps_per_second: 0.51, step: 3 }).detail).toBe(
    "1,234 tokens/s · 0.51 steps/s",
  );
  expect(event("samples", { step: 4, samples: [{}, {}] }).detail).toBe("2 answers after step 4");
  expect(event("groups", { groups: [], num_groups: 1 }).detail).toBe("1 group");
});
