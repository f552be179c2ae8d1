import { expect, test } from "vitest";
import { baseModelsOf, upstreamModelsOf } from "./base-models.ts";

const SERVED = [
  { id: "spindle-mini", ownedBy: "spindle" },
  { id: "acme/our-decoder", ownedBy: "spindle" },
  { id: "refund-agent", ownedBy: "acme/support" },
  { id: "wandb-artifact:///acme/support/refund-agent", ownedBy: "acme/support" },
  { id: "ollama/llama3.2:3b", ownedBy: "ollama" },
].map((model) => ({ ...model, object: "model" as const, created: 0 }));

test("base models, and the models of other servers, are distinguished from registered ones", () => {
  expect(baseModelsOf(SERVED)).toEqual(["spindle-mini", "acme/our-decoder"]);
  expect(upstreamModelsOf(SERVED)).toEqual(["ollama/llama3.2:3b"]);
});
