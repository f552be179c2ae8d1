import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { queryThreads } from "#lib/contract/traces/threads.ts";
import { aRecorder, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { events, json, startUpstreamServer } from "#lib/testing/upstream-server.ts";
import { keyOf } from "./key-of.ts";

// Each test starts a program that loads the whole SDK.
vi.setConfig({ testTimeout: 90_000 });

const api = startHarness();
const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, "otel-program.ts");

type Recorder = Awaited<ReturnType<typeof aRecorder>>;
type Ids = Record<string, { traceId: string; spanId: string }>;

/** Runs the program with the settings that its users make, and nothing else; fails where the SDK complains. */
async function runProgram(
  { project, caller }: Recorder,
  args: string[],
  settings: Record<string, string>,
): Promise<Ids> {
  const { stdout, stderr } = await run(process.execPath, [PROGRAM, ...args], {
    env: {
      NODE_ENV: "test",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${api.url}/api/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${keyOf(caller)},project_id=${project.path}`,
      OTEL_SERVICE_NAME: "shop",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_LOG_LEVEL: "warn",
      ...settings,
    },
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe.each([
  ["http/protobuf", "none"],
  ["http/protobuf", "gzip"],
  ["http/json", "none"],
  ["http/json", "gzip"],
])("@opentelemetry/sdk-node by %s, compression %s", (protocol, compression) => {
  test("everything that a program says of its spans is read back", async () => {
    const recorder = await aRecorder(api);
    const ids = await runProgram(recorder, ["plain"], {
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
    });
    const calls = new Map((await readCalls(api, recorder)).map((call) => [call.opName, call]));
    expect([...calls.keys()].sort()).toEqual(["first", "step", "turn"]);
    for (const [name, { spanId, traceId }] of Object.entries(ids))
      expect(calls.get(name)).toMatchObject({ id: spanId, traceId, wbUserId: recorder.caller.userId });
    expect(calls.get("turn")).toMatchObject({
      parentId: null,
      threadId: "conversation-1",
      turnId: ids.turn?.spanId,
      inputs: { input: "Where is my parcel?" },
      output: "It arrives tomorrow: ü 🙂",
      exception: null,
      summary: { weave: { status: "success" } },
    });
    expect(calls.get("turn")?.attributes.otel_span).toMatchObject({
      kind: "SERVER",
      links: [
        {
          context: { trace_id: ids.first?.traceId, span_id: ids.first?.spanId },
          attributes: { why: "before" },
        },
      ],
      resource: { attributes: { service: { name: "shop" }, telemetry: { sdk: { language: "nodejs" } } } },
      scope: { name: "shop.answers", version: "1.2.0" },
    });
    expect(calls.get("step")).toMatchObject({
      parentId: ids.turn?.spanId,
      startedAt: "2026-01-05T09:30:00.000Z",
      endedAt: "2026-01-05T09:30:01.250Z",
      exception: "TypeError: no such parcel",
      summary: { weave: { status: "error", latency_ms: 1250 } },
    });
    expect(calls.get("step")?.attributes.otel_span).toMatchObject({
      kind: "CLIENT",
      status: { code: "ERROR" },
      attributes: { tries: 2, ratio: 0.25, ok: false, tags: ["a", "b"] },
      events: [
        { name: "asked", timestamp: "2026-01-05T09:30:00.500Z", attributes: { city: "Rome" } },
        { name: "exception", attributes: { exception: { type: "TypeError", message: "no such parcel" } } },
      ],
    });
    const threads = await api.callAll(recorder.caller, queryThreads, {
      projectId: recorder.project.path,
      offset: 0,
    });
    expect(threads).toMatchObject([
      { threadId: "conversation-1", turnCount: 1, firstTurnId: ids.turn?.spanId },
    ]);
  });
});

const USAGE = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };
const about = { id: "chatcmpl-1", created: 1, model: "talks-2026" };
const WEATHER_CALL = {
  id: "c1",
  type: "function",
  function: { name: "weather", arguments: '{"city":"Rome"}' },
};

/** Asks for a tool first, answers once it has the result, and streams where that is asked for. */
const model = startUpstreamServer({
  talks: async (response, asked) => {
    const messages = asked.body.messages;
    const isAnswered = Array.isArray(messages) && messages.some(({ role }) => role === "tool");
    const piece = (delta: object, finish: string | null = null) => ({
      ...about,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish ? { usage: USAGE } : {}),
    });
    const whole = (message: object, finish: string) => ({
      ...about,
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
      usage: USAGE,
    });
    if (asked.body.stream === true)
      return events([
        piece({ content: "Still " }),
        piece({ content: "clear." }),
        piece({}, "stop"),
        "[DONE]",
      ])(response, asked);
    const answer = isAnswered
      ? whole({ content: "It is clear." }, "stop")
      : whole({ content: null, tool_calls: [WEATHER_CALL] }, "tool_calls");
    return json(answer)(response, asked);
  },
});

/** The calls of one AI SDK program, by the order in which they began. */
async function aiCalls(telemetry: string) {
  const recorder = await aRecorder(api);
  const ids = await runProgram(recorder, [telemetry, model.url()], {});
  const calls = await readCalls(api, recorder);
  return { ids, calls, recorder };
}

function childrenOf(calls: readonly Call[], parentId: string | undefined): Call[] {
  return calls.filter((call) => call.parentId === parentId);
}

describe("the AI SDK's telemetry", () => {
  const asked = { role: "user", content: "The weather in Rome?" };
  const system = { role: "system", content: "Be brief." };
  const toolSteps = [
    { role: "assistant", content: null, tool_calls: [WEATHER_CALL] },
    { role: "tool", tool_call_id: "c1", content: '{"city":"Rome","sky":"clear"}' },
  ];
  const used = { requests: 1, prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };

  test("by OpenTelemetry's conventions: conversations, tools, model and usage are where the dashboard looks for them", async () => {
    const { ids, calls, recorder } = await aiCalls("ai");
    const [agent, streamed] = childrenOf(calls, ids.turn?.spanId);
    expect(agent).toMatchObject({
      opName: "invoke_agent talks",
      traceId: ids.turn?.traceId,
      inputs: { messages: [system, asked] },
      // The SDK writes an agent's last text before its tools.
      output: { messages: [{ ...toolSteps[0], content: "It is clear." }, toolSteps[1]] },
      attributes: { model: "talks", operation: "invoke_agent", model_parameters: { temperature: 0.5 } },
      summary: {
        usage: { talks: { requests: 1, prompt_tokens: 22, completion_tokens: 6, total_tokens: 28 } },
      },
    });
    const [first, second] = childrenOf(calls, agent?.id);
    const [chat, tool] = childrenOf(calls, first?.id);
    expect(chat).toMatchObject({
      opName: "chat talks",
      inputs: { messages: [system, asked] },
      output: { choices: [{ index: 0, message: { role: "assistant", tool_calls: [WEATHER_CALL] } }] },
      attributes: { model: "talks-2026", kind: "chat", model_parameters: { temperature: 0.5 } },
      summary: { usage: { "talks-2026": used } },
    });
    expect(tool).toMatchObject({
      opName: "execute_tool weather",
      inputs: { city: "Rome" },
      output: { city: "Rome", sky: "clear" },
    });
    expect(childrenOf(calls, second?.id)).toMatchObject([
      {
        inputs: { messages: [system, asked, ...toolSteps] },
        output: {
          choices: [{ message: { role: "assistant", content: "It is clear." }, finish_reason: "stop" }],
        },
      },
    ]);
    expect(streamed).toMatchObject({
      inputs: { messages: [{ role: "user", content: "Say it again." }] },
      output: { choices: [{ message: { role: "assistant", content: "Still clear." } }] },
    });
    const threads = await api.callAll(recorder.caller, queryThreads, {
      projectId: recorder.project.path,
      offset: 0,
    });
    expect(threads).toMatchObject([{ threadId: "conversation-2", turnCount: 1 }]);
  });

  test("by the names of older versions", async () => {
    const { ids, calls } = await aiCalls("ai-legacy");
    const [agent, streamed] = childrenOf(calls, ids.turn?.spanId);
    expect(agent).toMatchObject({
      opName: "ai.generateText",
      inputs: { system: "Be brief.", messages: [asked] },
      output: { choices: [{ message: { content: "It is clear." }, finish_reason: "stop" }] },
      attributes: { model: "talks", operation: "ai.generateText", model_parameters: { temperature: 0.5 } },
      summary: {
        usage: { talks: { requests: 1, prompt_tokens: 22, completion_tokens: 6, total_tokens: 28 } },
      },
    });
    const [first, second] = childrenOf(calls, agent?.id);
    expect(first).toMatchObject({
      opName: "ai.generateText.doGenerate",
      inputs: { tools: [{ type: "function", name: "weather" }] },
      output: { model: "talks-2026", choices: [{ message: { content: null, tool_calls: [WEATHER_CALL] } }] },
      summary: { usage: { "talks-2026": used } },
    });
    expect(childrenOf(calls, first?.id)).toMatchObject([
      { opName: "ai.toolCall", inputs: { city: "Rome" }, output: { city: "Rome", sky: "clear" } },
    ]);
    expect(second?.inputs.messages).toEqual([
      system,
      { role: "user", content: [{ type: "text", text: asked.content }] },
      ...toolSteps,
    ]);
    expect(streamed).toMatchObject({
      opName: "ai.streamText",
      output: { choices: [{ message: { role: "assistant", content: "Still clear." } }] },
    });
  });
});
