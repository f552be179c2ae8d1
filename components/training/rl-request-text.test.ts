import { expect, test } from "vitest";
import { createTrainingJob } from "#lib/contract/training.ts";
import { rlRequestText } from "./rl-request-text.ts";

test("the request to copy is one that the service takes, for the chosen model", () => {
  const text = rlRequestText("https://spindle.example", "model-1");
  expect(text).toMatch(/^curl https:\/\/spindle\.example\/api\/v1\/preview\/training-jobs \\/);
  const [, body = ""] = /-d '([\s\S]*)'$/.exec(text) ?? [];
  const read = createTrainingJob.input.body.safeDecode(JSON.parse(body));
  expect(read.success).toBe(true);
  expect(read.data?.modelId).toBe("model-1");
});
