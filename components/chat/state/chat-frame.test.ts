import { expect, test } from "vitest";
import { ChatRequest } from "#lib/contract/serving/chat-request.ts";
import * as z from "#lib/contract/zod.ts";
import { type ChatSettings, USUAL_SETTINGS } from "./chat-draft.ts";
import { frameOf } from "./chat-frame.ts";
import { bodyIn } from "./chat-messages.ts";
import { EXAMPLE_SCHEMA, EXAMPLE_TOOLS } from "./json-drafts.ts";
import { afterEvent } from "./playground-state.ts";

const ASKED = { model: "spindle-mini", seed: 7, projectId: "acme/shop", threadId: "t" };
const fieldsOf = (settings: Partial<ChatSettings>) =>
  frameOf({ ...USUAL_SETTINGS, ...settings }, ASKED).fields;

test("a request says what was set and leaves out what was not", () => {
  expect(fieldsOf({})).toEqual({
    model: "spindle-mini",
    temperature: 0.7,
    top_p: 1,
    max_tokens: 256,
    seed: 7,
    stream: true,
    stream_options: { include_usage: true },
    store: true,
    metadata: { project_id: "acme/shop", thread_id: "t" },
  });
});

test("stop texts, JSON, tools and alternatives stand in it as the service reads them", () => {
  const settings = {
    stop: "END\n\n\\n\\n",
    replyForm: "json_schema" as const,
    schema: EXAMPLE_SCHEMA,
    tools: EXAMPLE_TOOLS,
    toolChoice: "required" as const,
    showsHeat: true,
    system: "Be brief.",
  };
  const frame = frameOf({ ...USUAL_SETTINGS, ...settings }, ASKED);
  const rounds = afterEvent([], { type: "asked", id: 1, prompt: "Where?", order: ["1"], isBlind: false });
  const body = bodyIn(rounds, { roundId: 1, columnId: "1" }, frame);
  expect(body).toMatchObject({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Where?" },
    ],
    stop: ["END", "\n\n"],
    response_format: { type: "json_schema", json_schema: { schema: JSON.parse(EXAMPLE_SCHEMA) } },
    tools: JSON.parse(EXAMPLE_TOOLS),
    tool_choice: "required",
    logprobs: true,
    top_logprobs: 5,
  });
  expect(z.safeDecode(ChatRequest, body).error).toBeUndefined();
  expect(fieldsOf({ replyForm: "json_object" }).response_format).toEqual({ type: "json_object" });
});
