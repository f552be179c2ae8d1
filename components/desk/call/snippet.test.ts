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

test("a bare value is shown with what it answers, as it says nothing by itself", () => {
  const asked = [said("user", "Find a doctor"), said("assistant", "In which city do you live?")];
  const snippet = (...messages: object[]) => snippetOf(callOf({ messages }), []);
  expect(snippet(...asked, said("user", "San Jose"))).toBe("San Jose · In which city do you live?");
  expect(snippet(said("assistant", "When?"), said("user", "2019-03-01"))).toBe("2019-03-01 · When?");
  expect(snippet(...asked, said("tool", "[1]"), said("user", "12"))).toBe("12 · In which city do you live?");
  expect(snippet(...asked, said("user", "I live in San Jose"))).toBe("I live in San Jose");
  expect(snippet(said("user", "Hello"))).toBe("Hello");
});

test("where there is nothing but data, it is called by the first words in them", () => {
  const result = JSON.stringify({ count: 2, rows: [{ text: "Open until six" }] });
  expect(snippetOf(callOf({ messages: [said("tool", result)] }), [])).toBe("Open until six");
  expect(snippetOf(callOf({}, "[1, 2]"), [])).toBe("[1, 2]");
  expect(snippetOf(callOf({}, "{not data"), [])).toBe("{not data");
});
