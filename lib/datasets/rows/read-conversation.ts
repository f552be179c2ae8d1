import { createHash } from "node:crypto";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isRefusal, type Refusal, refusal } from "#lib/datasets/candidate.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { type ChatMessage, chatMessages, withSystem } from "./chat-messages.ts";

/** A call as rows see it. */
export type Conversation = {
  /** What came before the answer, as the recipe wants it. */
  prompt: readonly ChatMessage[];
  tools: readonly unknown[] | null;
  answer: readonly ChatMessage[];
  /** The same for prompts that are the same to a model. */
  promptKey: string;
};

export type RecordedCall = {
  isEnded: boolean;
  inputs: unknown;
  output: unknown;
  /** How many calls were made for its answer that its messages do not have. */
  missingCalls?: number;
  /** The same of the answers of earlier turns of its thread. */
  earlierCalls?: number;
};

/** Reads a call as the screens do; refused where there is no conversation in it. */
export function readConversation(call: RecordedCall | null, recipe: Recipe): Conversation | Refusal {
  if (!call) return refusal("call_deleted");
  if (!call.isEnded) return refusal("call_running");
  const messages = readMessages(call.inputs, call.output);
  const asked = chatMessages(messages.filter(({ from }) => from === "inputs"));
  if (isRefusal(asked)) return asked;
  const answer = chatMessages(messages.filter(({ from }) => from === "output"));
  if (isRefusal(answer)) return answer;
  if (asked.length === 0) return refusal("no_conversation");
  const prompt = withSystem(asked, recipe.prompt);
  const tools = recipe.prompt.tools === "keep" ? toolsIn(call.inputs) : null;
  const promptKey = createHash("sha256").update(canonicalJson({ prompt, tools })).digest("base64url");
  return { prompt, tools, answer, promptKey };
}

/** What binds a call to others. */
export function placesOf({ threadId, traceId }: { threadId: string | null; traceId: string }): string[] {
  return [...(threadId === null ? [] : [`thread ${threadId}`]), `trace ${traceId}`];
}

export function toolsIn(inputs: unknown): readonly unknown[] | null {
  const tools = isDict(inputs) ? inputs.tools : null;
  return Array.isArray(tools) && tools.length > 0 ? tools : null;
}
