import { expect, test } from "vitest";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { snippetOf } from "./snippet.ts";

/** Of a call, only its two sides are read. */
const callOf = (inputs: unknown, output: unknown = null) => ({ inputs, output }) as Call;
const said = (role: string, content: unknown) => ({ role, content });

test("an item is called by what was said last, not by what a tool gave back after it", () => {
  const messages = [said("user", "Is the café open?"), said("tool", '{"open": true, "until": "18:00"}')];
  expect(snippetOf(callOf({ messages }), [])).toBe("Is the café open?");
  expect(snippetOf(callOf({ messages }), ["inputs.messages"])).toBe("Is the café open?");
});

test("where there is nothing but data, it is called by the first words in them", () => {
  const result = JSON.stringify({ count: 2, rows: [{ text: "Open until six" }] });
  expect(snippetOf(callOf({ messages: [said("tool", result)] }), [])).toBe("Open until six");
  expect(snippetOf(callOf({}, "[1, 2]"), [])).toBe("[1, 2]");
  expect(snippetOf(callOf({}, "{not data"), [])).toBe("{not data");
});
