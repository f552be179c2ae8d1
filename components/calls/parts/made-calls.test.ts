import { expect, test } from "vitest";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { madeBy } from "./made-calls.ts";

const aCall = (id: string, parentId: string | null, more: Partial<Call> = {}): Call => ({
  id,
  projectId: "acme/support",
  opName: `weave:///acme/support/op/${id}:v1`,
  traceId: "trace",
  startedAt: `2026-01-05T09:30:0${id.length}Z`,
  parentId,
  attributes: {},
  inputs: {},
  output: null,
  ...more,
});

test("what a call made is found at any depth and in order, and nothing that others made", () => {
  const turn = aCall("turn", null);
  const traced = [
    aCall("rank", "search", { exception: "no model" }),
    aCall("search", "turn", { inputs: { city: "Rome" }, output: [{ name: "Da Enzo" }] }),
    aCall("llm", "turn", { inputs: { messages: [{ role: "user", content: "Go" }] }, output: "Gone." }),
    aCall("other", "another turn"),
  ];
  const made = madeBy(turn, traced);
  expect(made.map(({ card, depth, asksModel }) => [card.call.name, depth, asksModel])).toEqual([
    ["llm", 0, true],
    ["search", 0, false],
    ["rank", 1, false],
  ]);
  expect(made.map(({ card }) => card.result)).toEqual([
    { parts: [{ kind: "text", text: "Gone." }], isError: false },
    { parts: [{ kind: "json", value: [{ name: "Da Enzo" }] }], isError: false },
    { parts: [{ kind: "text", text: "no model" }], isError: true },
  ]);
});
