import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import { shownAs } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { ChatRequest } from "./chat-request.ts";

/** A completion as it goes out. Everything that another server put into one passes through. */
export type ChatCompletion = { choices: readonly unknown[] } & Readonly<Record<string, unknown>>;

const MESSAGE = { type: "object", properties: { content: {} }, additionalProperties: true };
const CHOICE = {
  type: "object",
  properties: {
    index: { type: "integer" },
    finish_reason: { anyOf: [{ type: "string" }, { type: "null" }] },
    message: { anyOf: [MESSAGE, { type: "null" }] },
    logprobs: { anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }] },
    token_ids: { type: "array", items: { type: "integer" } },
    prompt_token_ids: { type: "array", items: { type: "integer" } },
  },
  additionalProperties: true,
};

/** Parts of a reply that documents name; they are never read by themselves. */
export const ChatMessage = shownAs(MESSAGE, z.unknown());
export const ChatChoice = shownAs(CHOICE, z.unknown());

export const ChatReply = shownAs(
  {
    type: "object",
    required: ["choices"],
    properties: {
      id: { type: "string" },
      object: { type: "string" },
      created: { type: "integer" },
      model: { type: "string" },
      choices: { type: "array", items: CHOICE },
      usage: { type: "object", additionalProperties: true },
      call_id: { type: "string" },
      prompt_logprobs: {
        type: "array",
        items: { anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }] },
      },
    },
    additionalProperties: true,
  },
  z.custom<ChatCompletion>(),
);

export const createChatCompletion = endpoint({
  operationId: "createChatCompletion",
  group: "training",
  summary: "Answer a conversation with a model",
  description:
    "Request and response follow OpenAI's chat completions; unknown fields are accepted. `model` is a base model, a registered one " +
    "(`wandb-artifact:///entity/project/name`, `:stepN` pins a checkpoint), or `upstream/model`. " +
    "Registered and base models always return log-probabilities at temperature 1 and token ids; the tokens are written `token_id:N` " +
    "unless `logprobs` is true and `return_tokens_as_token_ids` is not. `prompt_logprobs` (0 to 20) adds what the model says of each token of the prompt: a list " +
    "whose first entry is null, and then maps from token id to `logprob`, `rank` and `decoded_token`. `store` records the completion as a call, in the project and thread that " +
    "`metadata.project_id` and `metadata.thread_id` name; `call_id` (in each chunk of a stream) is then the id of that call, which is " +
    "stored once the completion is complete. With `stream`, the response is server-sent events.",
  method: "POST",
  path: "/v1/chat/completions",
  auth: ["bearer", "session"],
  needs: "chat:create",
  projectAt: "verb",
  input: { body: ChatRequest },
  reply: ChatReply,
  events: "asked",
  openAiErrors: true,
  statuses: [404, 502, 504],
  maxBodyBytes: 8 * MIB,
  example: {
    model: "spindle-mini",
    messages: [{ role: "user", content: "Where is my parcel?" }],
    max_tokens: 32,
    temperature: 0.7,
    metadata: { project_id: "local/playground" },
  },
});
