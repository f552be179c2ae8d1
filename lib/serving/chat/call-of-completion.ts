import { isDict } from "#lib/contract/fields.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import { bodyOf, type ChatRequest } from "#lib/contract/serving/chat-request.ts";
import type { Usage } from "./usage-in.ts";
import { withoutRouting } from "./without-routing.internal.ts";

const OP_NAME = "chat_completion";

export type CompletedCall = {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly request: ChatRequest;
  readonly completion: ChatCompletion;
  readonly usage: Usage;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly threadId: string | null;
};

/** A completion as the call that it is stored as, in the form of the wire. */
export function callOfCompletion({ id, request, completion, threadId, ...more }: CompletedCall) {
  return {
    id,
    op_name: OP_NAME,
    started_at: more.startedAt.toISOString(),
    ended_at: more.endedAt.toISOString(),
    inputs: withoutRouting(bodyOf(request)),
    output: asOutput(completion, request.logprobs === true),
    attributes: more.attributes,
    summary: { usage: { [request.model]: usageSummary(more.usage) } },
    // A completion is a turn of its thread.
    ...(threadId ? { thread_id: threadId, turn_id: id } : {}),
  };
}

/** Calls are for people to read: omits token ids, and log-probabilities unless the caller asked for them. */
function asOutput(completion: ChatCompletion, keepsLogprobs: boolean): Record<string, unknown> {
  const { token_ids: _, prompt_token_ids: __, ...rest } = completion;
  const choices = completion.choices.map((choice) => {
    if (!isDict(choice)) return choice;
    const { token_ids: _, prompt_token_ids: __, logprobs, ...kept } = choice;
    return keepsLogprobs ? { ...kept, logprobs } : kept;
  });
  return { ...rest, choices };
}

function usageSummary({ promptTokens, completionTokens }: Usage): Record<string, number> {
  return {
    requests: 1,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
