import { expect, test } from "vitest";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";
import * as z from "#lib/contract/zod.ts";
import { bodyOf, ChatRequest } from "./chat-request.ts";

const MESSAGES = [{ role: "user", content: "Hello", name: "someone", "__proto__ of theirs": 1 }];

test("a request keeps every field that came, whether it is looked at or not", () => {
  const text =
    '{"model":"m","messages":[{"role":"user"}],"__proto__":{"polluted":1},"theirs":{"deep":[null]},"max_tokens":"7","stop":"x","metadata":{"thread_id":"t","purpose":"p"}}';
  const request = z.decode(ChatRequest, JSON.parse(text));
  expect(request).toMatchObject({ model: "m", maxTokens: 7, stop: ["x"], metadata: { threadId: "t" } });
  expect(JSON.stringify(bodyOf(request))).toContain('"polluted":1');
  expect(bodyOf(request)).toMatchObject({ theirs: { deep: [null] }, stop: "x", metadata: { purpose: "p" } });
  expect({}).not.toHaveProperty("polluted");
});

test("a request made in the code is written as the wire has it", () => {
  const request = {
    model: "m",
    messages: MESSAGES,
    maxTokens: 7,
    toolChoice: { name: "look" },
    streamOptions: { includeUsage: true },
  };
  expect(z.encode(ChatRequest, request)).toEqual({
    model: "m",
    messages: MESSAGES,
    max_tokens: 7,
    tool_choice: { type: "function", function: { name: "look" } },
    stream_options: { include_usage: true },
  });
});

test.each([
  ["auto", "auto"],
  [{ type: "function", function: { name: "look" } }, { name: "look" }],
  [{ type: "function", name: "look" }, { name: "look" }],
])("a tool choice of %j is read as %j", (sent, read) => {
  expect(z.decode(ChatRequest, { model: "m", messages: MESSAGES, tool_choice: sent }).toolChoice).toEqual(
    read,
  );
});

test("a null says the same as a field that is left out", () => {
  const fields = Object.keys(wireSchemaOf(ChatRequest).properties ?? {}).filter(
    (name) => !["model", "messages"].includes(name),
  );
  const nulls = Object.fromEntries(fields.map((name) => [name, null]));
  const { sent: _, ...read } = z.decode(ChatRequest, { model: "m", messages: MESSAGES, ...nulls });
  expect(Object.entries(read).filter(([, value]) => value !== undefined)).toEqual([
    ["model", "m"],
    ["messages", MESSAGES],
  ]);
});

test("the document of the contract names the fields and which of them are required", () => {
  const { properties, required } = wireSchemaOf(ChatRequest);
  expect(required).toEqual(["model", "messages"]);
  expect(properties).toMatchObject({
    messages: { type: "array", minItems: 1 },
    chat_template_kwargs: { anyOf: expect.anything() },
    return_token_ids: { type: ["boolean", "null"] },
    temperature: { anyOf: [{ type: "number", minimum: 0, maximum: 2 }, { type: "null" }] },
  });
});
