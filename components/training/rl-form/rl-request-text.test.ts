import { expect, test } from "vitest";
import { createTrainingJob } from "#lib/contract/training/training.ts";
import * as z from "#lib/contract/zod.ts";
import { rlRequestText } from "./rl-request-text.ts";

test("the request to copy is one that the service takes, for the chosen model", () => {
  const text = rlRequestText("https://spindle.example", "model-1");
  expect(text).toMatch(/^curl https:\/\/spindle\.example\/api\/v1\/preview\/training-jobs \\/);
  const [, body = ""] = /-d '([\s\S]*)'$/.exec(text) ?? [];
  const read = z.safeDecode(createTrainingJob.input.body, JSON.parse(body));
  expect(read.success).toBe(true);
  expect(read.data?.modelId).toBe("model-1");
});
