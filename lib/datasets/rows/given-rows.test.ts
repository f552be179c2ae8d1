import { expect, test } from "vitest";
import { givenCandidate } from "./given-rows.ts";

const PROMPT = [{ role: "user", content: "Where is it?" }];
const side = (content: string) => [{ role: "assistant", content }];
const TOOLS = [{ type: "function", function: { name: "track" } }];

function bodyOf(value: unknown): unknown {
  const evidence = { kind: "upload" as const, id: "f", userId: null, hash: Buffer.alloc(0) };
  const row = { itemId: "f/1", addedAt: new Date(0), value, evidence };
  const { outcome } = givenCandidate(row, { source: 0, kind: "preference", recipe: {} }).candidate;
  return "body" in outcome ? outcome.body : outcome;
}

test("a pair is read in the forms of others", () => {
  const pair = { prompt: PROMPT, chosen: side("Here"), rejected: side("No idea"), margin: 1 };
  expect(bodyOf({ ...pair, weight: 1 })).toEqual(pair);
  expect(bodyOf({ prompt: "Where is it?", chosen: "Here", rejected: "No idea" })).toEqual(pair);
  expect(
    bodyOf({
      input: { messages: PROMPT, tools: TOOLS, parallel_tool_calls: true },
      preferred_output: side("Here"),
      non_preferred_output: side("No idea"),
    }),
  ).toEqual({ ...pair, tools: TOOLS });
});

test("what lacks a side is refused", () => {
  for (const value of [
    { input: { messages: PROMPT }, preferred_output: side("Here") },
    { prompt: "?" },
    "text",
  ])
    expect(bodyOf(value)).toMatchObject({ reason: "no_row" });
});
