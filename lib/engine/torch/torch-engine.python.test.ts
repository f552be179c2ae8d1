import { describe } from "vitest";
import { portGuarantees } from "#lib/testing/engines/port-guarantees.ts";
import { pythonEngine } from "#lib/testing/engines/python-engine.ts";

describe.each(["llama", "qwen2", "qwen3"] as const)("of the family %s, PyTorch", (family) => {
  portGuarantees(pythonEngine(), family);
});
