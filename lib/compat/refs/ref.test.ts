import { expect, test } from "vitest";
import { normalizeRef, parseRef } from "./ref.ts";

test.each([
  ["weave:///acme/bot/call/0190", "call", "0190", null],
  ["weave:///acme/bot/object/Helpful:aB3", "object", "Helpful", "aB3"],
  ["weave:///acme/bot/op/answer:*", "op", "answer", "*"],
  ["wandb-trace:///acme/bot/object/set:d1/attr/rows/id/r1", "object", "set", "d1"],
  ["weave:///acme/bot/agent_turn/t-1", "agent_turn", "t-1", null],
])("%s is taken apart", (text, kind, name, digest) => {
  expect(parseRef(text)).toEqual({ entity: "acme", project: "bot", kind, name, digest });
});

test.each([
  "",
  "acme/bot",
  "weave://acme/bot/call/1",
  "weave:///acme/bot",
  "weave:///acme/bot/call/",
  "a b:///x/y/call/1",
])("%j is not a reference", (text) => {
  expect(parseRef(text)).toBeNull();
});

test("any scheme becomes the one that is stored, and other texts stay", () => {
  expect(normalizeRef("Trace:///a/b/object/n:d/key/x")).toBe("weave:///a/b/object/n:d/key/x");
  expect(normalizeRef("plain:text")).toBe("plain:text");
});
