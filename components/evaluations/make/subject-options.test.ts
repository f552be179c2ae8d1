import { expect, test } from "vitest";
import { subjectOptions, typedSubjects } from "./subject-options.ts";

test("each model is offered once, the project's own first and without those of other projects", () => {
  const names = [
    "spindle-mini",
    "nearby/llama",
    "agent",
    "wandb-artifact:///acme/support/agent",
    "wandb-artifact:///acme/other/agent",
  ];
  expect(subjectOptions(names, "acme/support")).toEqual([
    { value: "acme/support/agent", label: "agent" },
    { value: "spindle-mini", label: "spindle-mini" },
    { value: "nearby/llama", label: "nearby/llama" },
  ]);
});

test("steps and aliases that were typed are of the project's models", () => {
  expect(typedSubjects(" agent:step3, agent:production\nnearby/llama", "acme/support")).toEqual([
    "acme/support/agent:step3",
    "acme/support/agent:production",
    "nearby/llama",
  ]);
  expect(typedSubjects(" ", "acme/support")).toEqual([]);
});
