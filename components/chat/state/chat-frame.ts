import { type ChatSettings, stopTexts } from "./chat-draft.ts";
import { readSchema, readTools } from "./json-drafts.ts";

/** A request but for its conversation: what goes in front of that, and the other fields as they are sent. */
export type ChatFrame = { system: string; fields: Readonly<Record<string, unknown>> };

type Asked = { model: string; seed: number; projectId: string; threadId: string };

/** Alternatives of each token that are asked for. */
const ALTERNATIVES = 5;

/** What settings without faults make of a request. */
export function frameOf(settings: ChatSettings, { model, seed, projectId, threadId }: Asked): ChatFrame {
  const stop = stopTexts(settings.stop);
  const fields = {
    model,
    temperature: Number(settings.temperature),
    top_p: Number(settings.topP),
    max_tokens: Number(settings.maxTokens),
    seed,
    ...(stop.length > 0 ? { stop } : {}),
    ...formFields(settings),
    ...toolFields(settings),
    ...(settings.showsHeat ? { logprobs: true, top_logprobs: ALTERNATIVES } : {}),
    stream: true,
    stream_options: { include_usage: true },
    store: true,
    metadata: { project_id: projectId, thread_id: threadId },
  };
  return { system: settings.system, fields };
}

function formFields({ replyForm, schema }: ChatSettings) {
  if (replyForm === "text") return {};
  if (replyForm === "json_object") return { response_format: { type: replyForm } };
  // Other servers want a name.
  return {
    response_format: { type: replyForm, json_schema: { name: "reply", schema: readSchema(schema).value } },
  };
}

function toolFields({ tools: text, toolChoice }: ChatSettings) {
  const tools = readTools(text).value ?? [];
  if (tools.length === 0) return {};
  return { tools, ...(toolChoice === "auto" ? {} : { tool_choice: toolChoice }) };
}
