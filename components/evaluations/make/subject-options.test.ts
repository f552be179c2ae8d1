import { expect, test } from "vitest";
import { checkpointOptions, namedSubjects, subjectOptions } from "./subject-options.ts";

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

test("steps and aliases that an address names are of the project's models", () => {
  expect(namedSubjects(" agent:step3, agent:production\nnearby/llama", "acme/support")).toEqual([
    "acme/support/agent:step3",
    "acme/support/agent:production",
    "nearby/llama",
  ]);
  expect(namedSubjects(" ", "acme/support")).toEqual([]);
});

test("of a model what has a name is offered first, then each step that can be used", () => {
  const checkpoints = [
    { step: 2, aliases: ["latest", "production"], isCorrupt: false },
    { step: 1, aliases: [], isCorrupt: true },
    { step: 0, aliases: [], isCorrupt: false },
  ];
  expect(checkpointOptions("agent", checkpoints, "acme/support")).toEqual([
    { value: "acme/support/agent:production", label: "production", help: "Now step 2" },
    { value: "acme/support/agent:step2", label: "Step 2" },
    { value: "acme/support/agent:step0", label: "Step 0, the base model" },
  ]);
});
