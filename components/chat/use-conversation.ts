import { useEffect, useReducer, useRef, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { requestOf } from "#lib/client/call.ts";
import { createChatCompletion } from "#lib/contract/chat.ts";
import { type ChatSettings, samplingOf } from "./chat-draft.ts";
import { afterEvent, type Conversation, messagesOf, NEW_CONVERSATION } from "./conversation-state.ts";
import { BrokenReply, readReply } from "./read-reply.ts";

export type Asking = { projectId: string; model: string; settings: ChatSettings };

/** A conversation with a model; it lives as long as its page. */
export function useConversation() {
  const [conversation, tell] = useReducer(afterEvent, NEW_CONVERSATION);
  const [isAnswering, setAnswering] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const answer = async (asking: Asking, asked: Conversation) => {
    const stop = new AbortController();
    running.current = stop;
    setAnswering(true);
    tell({ type: "began", model: asking.model });
    try {
      for await (const part of replyTo(asking, asked, stop.signal))
        if (!stop.signal.aborted) tell({ type: "came", part });
      tell({ type: "ended", end: "done" });
    } catch (error) {
      if (stop.signal.aborted) tell({ type: "ended", end: "stopped" });
      else tell({ type: "failed", reason: reasonOf(error) });
    } finally {
      if (running.current === stop) setAnswering(false);
    }
  };
  return {
    conversation,
    isAnswering,
    ask: (text: string, asking: Asking) => {
      tell({ type: "asked", text });
      return answer(asking, afterEvent(conversation, { type: "asked", text }));
    },
    askAgain: (asking: Asking) => answer(asking, conversation),
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort();
      tell({ type: "cleared" });
    },
  };
}

async function* replyTo({ projectId, model, settings }: Asking, asked: Conversation, signal: AbortSignal) {
  const input = {
    model,
    messages: messagesOf(asked, settings.system),
    ...samplingOf(settings),
    stream: true,
    streamOptions: { includeUsage: true },
    metadata: { projectId },
    sent: {},
  };
  const response = await fetch(requestOf(createChatCompletion, input, { signal }));
  if (!response.ok) throw await ApiError.of(response);
  if (!response.body) throw new BrokenReply("The server sent no reply.");
  yield* readReply(response.body);
}

function reasonOf(error: unknown): string {
  return error instanceof BrokenReply ? error.message : explainError(error);
}
