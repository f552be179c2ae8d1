import { expect, test } from "vitest";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { factsOf } from "./call-line.ts";

/** Only what the line is made of is filled in. */
const call = (patch: object) => ({ inputs: {}, output: null, summary: {}, ...patch }) as unknown as Call;

test.each([
  [
    {
      output: { model: "gpt-x" },
      summary: { usage: { "gpt-x": { total_tokens: 1204 } }, weave: { latency_ms: 1800 } },
    },
    "gpt-x · 1.8 s · 1,204 tokens",
  ],
  [
    {
      summary: {
        usage: { a: { prompt_tokens: 3, completion_tokens: 4 }, b: { input_tokens: 1, output_tokens: 1 } },
      },
    },
    "a · 9 tokens",
  ],
  [{ inputs: { model: "tiny" }, summary: { usage: "none" } }, "tiny"],
  [{ output: "text" }, ""],
])("%j is shown as %j", (patch, line) => {
  expect(factsOf(call(patch)).join(" · ")).toBe(line);
});
