// A program that is traced with OpenTelemetry, run by itself with nothing but its environment: `plain`, or an AI SDK at the server named second.
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";

const [, , what = "plain", modelUrl = ""] = process.argv;
const sdk = new NodeSDK();
sdk.start();
const tracer = trace.getTracer("shop.answers", "1.2.0");
const ids = what === "plain" ? plainSpans() : await aiSdk(what, modelUrl);
await sdk.shutdown();
process.stdout.write(JSON.stringify(ids));

type Ids = Record<string, { traceId: string; spanId: string }>;

/** A turn with a step that fails below it, linked to another trace. */
function plainSpans(): Ids {
  return tracer.startActiveSpan("first", (first) => {
    first.end();
    return tracer.startActiveSpan(
      "turn",
      {
        kind: SpanKind.SERVER,
        root: true,
        links: [{ context: first.spanContext(), attributes: { why: "before" } }],
        attributes: {
          "wandb.thread_id": "conversation-1",
          "wandb.is_turn": true,
          "input.value": "Where is my parcel?",
          "output.value": "It arrives tomorrow: ü 🙂",
        },
      },
      (turn) => {
        const step = tracer.startSpan("step", {
          kind: SpanKind.CLIENT,
          startTime: new Date("2026-01-05T09:30:00Z"),
        });
        step.setAttributes({ tries: 2, ratio: 0.25, ok: false, tags: ["a", "b"] });
        step.addEvent("asked", { city: "Rome" }, new Date("2026-01-05T09:30:00.5Z"));
        step.recordException(new TypeError("no such parcel"));
        step.setStatus({ code: SpanStatusCode.ERROR });
        step.end(new Date("2026-01-05T09:30:01.25Z"));
        turn.end();
        return { first: first.spanContext(), turn: turn.spanContext(), step: step.spanContext() };
      },
    );
  });
}

/** Two steps with a tool between them, and an answer that is streamed, in one turn. */
async function aiSdk(telemetry: string, baseURL: string): Promise<Ids> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { LegacyOpenTelemetry, OpenTelemetry } = await import("@ai-sdk/otel");
  const { generateText, jsonSchema, registerTelemetry, stepCountIs, streamText, tool } = await import("ai");
  registerTelemetry(telemetry === "ai-legacy" ? new LegacyOpenTelemetry() : new OpenTelemetry());
  const model = createOpenAICompatible({ name: "local", baseURL, includeUsage: true })("talks");
  const weather = tool({
    description: "The weather of a city",
    inputSchema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
    execute: async ({ city }) => ({ city, sky: "clear" }),
  });
  const attributes = { "wandb.thread_id": "conversation-2", "wandb.is_turn": true };
  return tracer.startActiveSpan("turn", { attributes }, async (turn) => {
    const asked = { model, temperature: 0.5, maxRetries: 0 };
    await generateText({
      ...asked,
      system: "Be brief.",
      messages: [{ role: "user", content: "The weather in Rome?" }],
      tools: { weather },
      stopWhen: stepCountIs(2),
    });
    await streamText({ ...asked, prompt: "Say it again." }).consumeStream();
    turn.end();
    return { turn: turn.spanContext() };
  });
}
