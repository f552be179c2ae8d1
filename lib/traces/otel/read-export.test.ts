import fc from "fast-check";
import { expect, test } from "vitest";
import { CallEnd, CallStart } from "#lib/contract/traces/call-fields.ts";
import * as z from "#lib/contract/zod.ts";
import { anExport, aSpan, pairs } from "#lib/testing/data/otel-data.ts";
import { type Export, readingExport } from "./read-export.internal.ts";

const PLACE = { defaultProject: "local/playground", defaultEntity: "local" };

/** The calls of spans, each as it would be stored. */
function callsOf(spans: readonly unknown[]) {
  const { resourceSpans } = anExport(spans);
  if (!Array.isArray(resourceSpans)) throw new Error("An export is a list of resources");
  return wholeOf(readingExport(resourceSpans, PLACE));
}

function wholeOf(steps: Generator<undefined, Export>): Export {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function callOf(attributes: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { calls, faults } = callsOf([aSpan({ attributes, ...more })]);
  expect(faults).toEqual([]);
  const [call] = calls;
  if (!call) throw new Error("The span is not a call");
  return call;
}

test("whatever stands in a span, it is refused with a reason, or both its start and its end can be stored", () => {
  const binary = fc.string({ unit: "binary", maxLength: 700 });
  const anything = Object.fromEntries(
    Object.keys(aSpan()).map((name) => [name, fc.anything({ maxDepth: 2 })]),
  );
  const names = fc.constantFrom(
    "wandb.display_name",
    "wandb.thread_id",
    "wandb.wb_run_id",
    "input",
    "__proto__.a",
  );
  const odd = fc.oneof(
    fc.record(anything, { requiredKeys: [] }).map((fields) => ({ ...aSpan(), ...fields })),
    fc.tuple(binary, fc.dictionary(names, binary)).map(([name, attributes]) => aSpan({ name, attributes })),
    fc.anything(),
  );
  fc.assert(
    fc.property(odd, (span) => {
      const { calls, faults } = callsOf([span]);
      expect(calls.length + faults.length).toBe(1);
      for (const { start, end } of calls) {
        expect(z.safeDecode(CallStart, start).error?.issues ?? []).toEqual([]);
        if (end) expect(z.safeDecode(CallEnd, end).error?.issues ?? []).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

const ASKED = [{ role: "user", content: "Where is my parcel?" }];

test.each([
  ["a text", { "input.value": "Where?" }, { input: "Where?" }],
  ["a document in a text", { "input.value": '{"question":"Where?"}' }, { question: "Where?" }],
  ["a text that is nearly a document", { "input.value": "{where?" }, { input: "{where?" }],
  ["messages in a text", { "gen_ai.prompt": JSON.stringify(ASKED) }, { messages: ASKED }],
  [
    "messages one attribute a field",
    { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Where is my parcel?" },
    { messages: ASKED },
  ],
  [
    "a document of texts",
    { "ai.prompt.messages": JSON.stringify(ASKED), "ai.prompt.toolChoice": '{"type":"auto"}' },
    { messages: ASKED, toolChoice: { type: "auto" } },
  ],
  ["a map", { inputs: { city: "Rome", seats: 2 } }, { city: "Rome", seats: 2 }],
  [
    "the first place of several",
    { input: "last", "mlflow.spanInputs": "middle", "input.value": "first" },
    { input: "first" },
  ],
  ["nothing", { "http.route": "/" }, {}],
])("inputs are read where libraries write them: %s", (_, attributes, inputs) => {
  expect(callOf(attributes).start.inputs).toEqual(inputs);
});

test.each([
  ["a text", { "output.value": "Tomorrow." }, "Tomorrow."],
  ["a document in a text", { "traceloop.entity.output": '["a"]' }, ["a"]],
  [
    "a document of texts",
    { "ai.response.text": "Tomorrow.", "ai.response.toolCalls": "[]" },
    { text: "Tomorrow.", toolCalls: [] },
  ],
  [
    "messages one attribute a field",
    {
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.content": "Hi",
      "gen_ai.completion.0.finish_reason": "stop",
    },
    { choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] },
  ],
  ["nothing", {}, null],
])("outputs are read where libraries write them: %s", (_, attributes, output) => {
  expect(callOf(attributes).end?.output).toEqual(output);
});

test("messages of the conventions become chat messages", () => {
  const messages = [
    {
      role: "user",
      parts: [
        { type: "text", content: "What is this, and the weather?" },
        { type: "uri", modality: "image", uri: "https://example.com/cat.png" },
        { type: "blob", modality: "image", mime_type: "image/gif", content: "R0lG" },
      ],
    },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", content: "I should look." },
        { type: "tool_call", id: "c1", name: "weather", arguments: { city: "Rome" } },
      ],
    },
    { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: { sky: "clear" } }] },
  ];
  const { start, end } = callOf({
    "gen_ai.system_instructions": JSON.stringify([{ type: "text", content: "Be brief." }]),
    "gen_ai.input.messages": JSON.stringify(messages),
    "gen_ai.output.messages": JSON.stringify([
      { role: "assistant", parts: [{ type: "text", content: "A cat; clear." }], finish_reason: "stop" },
    ]),
  });
  expect(start.inputs).toEqual({
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is this, and the weather?" },
          { type: "image_url", image_url: { url: "https://example.com/cat.png" } },
          { type: "image_url", image_url: { url: "data:image/gif;base64,R0lG" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        reasoning_content: "I should look.",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Rome"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: '{"sky":"clear"}' },
    ],
  });
  expect(end?.output).toEqual({
    choices: [{ index: 0, message: { role: "assistant", content: "A cat; clear." }, finish_reason: "stop" }],
  });
});

test("what an agent did in one message of several parts stays in its order", () => {
  const parts = [
    { type: "tool_call", id: "c1", name: "weather", arguments: '{"city":"Rome"}' },
    { type: "tool_call_response", id: "c1", response: "clear" },
    { type: "text", content: "It is clear." },
  ];
  const { end } = callOf({ "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts }]) });
  const call = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Rome"}' } };
  expect(end?.output).toEqual({
    messages: [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "clear" },
      { role: "assistant", content: "It is clear." },
    ],
  });
});

test("what a library writes into events counts where the attributes say nothing", () => {
  const events = [
    { name: "gen_ai.content.prompt", attributes: pairs({ "gen_ai.prompt": "Where?" }) },
    { name: "gen_ai.content.completion", attributes: pairs({ "gen_ai.completion": "There." }) },
  ];
  expect(callOf({}, { events })).toMatchObject({
    start: { inputs: { input: "Where?" } },
    end: { output: "There." },
  });
  expect(callOf({ "input.value": "Why?" }, { events }).start.inputs).toEqual({ input: "Why?" });
});

test.each([
  [
    "OpenTelemetry's conventions",
    {
      "gen_ai.request.model": "tiny",
      "gen_ai.response.model": "tiny-2026",
      "gen_ai.provider.name": "somebody",
      "gen_ai.operation.name": "chat",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 5,
    },
    {
      model: "tiny-2026",
      provider: "somebody",
      operation: "chat",
      kind: "chat",
      model_parameters: { temperature: 0.5 },
    },
    { "tiny-2026": { requests: 1, prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 } },
  ],
  [
    "OpenInference",
    {
      "openinference.span.kind": "LLM",
      "llm.model_name": "tiny",
      "llm.system": "openai",
      "llm.invocation_parameters": '{"max_tokens":9}',
      "llm.token_count.prompt": 3,
      "llm.token_count.completion": 4,
      "llm.token_count.total": 8,
    },
    { model: "tiny", provider: "openai", system: "openai", kind: "LLM", model_parameters: { max_tokens: 9 } },
    { tiny: { requests: 1, prompt_tokens: 3, completion_tokens: 4, total_tokens: 8 } },
  ],
  [
    "older AI SDKs",
    {
      "ai.operationId": "ai.generateText",
      "ai.model.id": "tiny",
      "ai.model.provider": "us",
      "ai.settings.maxRetries": 2,
      "ai.usage.promptTokens": 6,
    },
    { model: "tiny", provider: "us", operation: "ai.generateText", model_parameters: { maxRetries: 2 } },
    { tiny: { requests: 1, prompt_tokens: 6, total_tokens: 6 } },
  ],
  [
    "nobody",
    { "wandb.attributes": '{"team":"parcels","model":"mine"}' },
    { team: "parcels", model: "mine" },
    undefined,
  ],
])("model and usage are read as %s writes them", (_, attributes, facts, usage) => {
  const { start, end } = callOf(attributes);
  expect(start.attributes).toEqual(facts);
  expect(end?.summary).toEqual(usage ? { usage } : {});
});

test.each([
  ["its status", { status: { code: 2, message: "no parcel" } }, "no parcel"],
  [
    "the exception that it recorded",
    {
      status: { code: "STATUS_CODE_ERROR" },
      events: [
        {
          name: "exception",
          attributes: pairs({ "exception.type": "KeyError", "exception.message": "parcel" }),
        },
      ],
    },
    "KeyError: parcel",
  ],
  ["nothing but the fact", { status: { code: 2 } }, "The span failed without a reason"],
])("a span that failed is a call with an exception, by %s", (_, more, exception) => {
  expect(callOf({}, more).end?.exception).toBe(exception);
});

test("an exception that was dealt with is not a failure", () => {
  const events = [{ name: "exception", attributes: pairs({ "exception.message": "retried" }) }];
  expect(callOf({}, { events }).end?.exception).toBe(null);
});

test("a name that is too long for lists is shown whole, and one that is missing is replaced", () => {
  const name = "n".repeat(200);
  const { op_name: opName, display_name: displayName } = callOf({}, { name }).start;
  expect([String(opName).length, displayName]).toEqual([128, name]);
  expect(callOf({}, { name: "" }).start).toMatchObject({ op_name: "unnamed span", display_name: null });
});

test("attributes nest by their dots, lists by their numbers, and nothing is lost where a name is value and prefix at once", () => {
  const attributes = {
    "a.b": 1,
    a: 0,
    "list.1": "y",
    "list.0": "x",
    "gap.0": "x",
    "gap.2": "z",
    "c.d.e": [1, 2.5],
    "c.d": "value",
    "..": "dots",
    __proto__x: true,
    [`${"deep.".repeat(40)}end`]: 1,
  };
  const { otel_dump: dump } = callOf(attributes).start;
  expect(dump).toMatchObject({
    attributes: {
      a: 0,
      "a.b": 1,
      list: ["x", "y"],
      gap: { 0: "x", 2: "z" },
      c: { d: "value", "d.e": [1, 2.5] },
      "..": "dots",
      [`${"deep.".repeat(40)}end`]: 1,
    },
  });
});

test("a document in a text that is too deep or too large to read stays a text", () => {
  for (const text of ["[".repeat(5000) + "]".repeat(5000), `[${"1,".repeat(1_000_001)}1]`])
    expect(callOf({ "input.value": text }).start.inputs).toEqual({ input: text });
});

test("whole numbers beyond doubles, bytes and numbers that are none keep their texts", () => {
  const attributes = [
    { key: "big", value: { intValue: "9223372036854775807" } },
    { key: "small", value: { intValue: "-7" } },
    { key: "bytes", value: { bytesValue: "AAE=" } },
    { key: "nan", value: { doubleValue: "NaN" } },
    { key: "none", value: {} },
  ];
  const [call] = callsOf([aSpan({ attributes })]).calls;
  expect(call?.start.otel_dump).toMatchObject({
    attributes: { big: "9223372036854775807", small: -7, bytes: "AAE=", nan: "NaN", none: null },
  });
});
