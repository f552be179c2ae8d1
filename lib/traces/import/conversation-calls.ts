import type { CompleteCall } from "#lib/contract/traces/call-fields.ts";
import { withUntoldTimes } from "#lib/contract/traces/untold-times.ts";
import { contentId } from "./content-id.ts";
import { type Conversation, type Exchange, exchangesOf } from "./conversation.ts";
import { type ExchangeTimes, exchangeTimes, type Span } from "./exchange-times.ts";

/** A call of a file; one of an export that was running then has no end. */
export type ImportedCall = Omit<CompleteCall, "endedAt"> & { id: string; endedAt?: string | undefined };

/** A turn of a thread, or a tool call in one. */
export type ConversationCall = CompleteCall & { id: string; threadId: string; turnId: string };

/** The op of every imported turn. */
export const TURN_OP = "conversation.turn";

/** The calls of a conversation, each turn before its tool calls. Their ids depend only on the content. */
export function conversationCalls(conversation: Conversation): ConversationCall[] {
  const exchanges = exchangesOf(conversation);
  const threadId = conversation.threadId ?? contentId("thread", conversation.entries, conversation.settings);
  const times = exchangeTimes(exchanges, { key: threadId, startedAt: conversation.startedAt });
  return exchanges.flatMap((exchange, i) => {
    const at = times[i];
    return at ? turnCalls({ conversation, threadId, exchange, at }) : [];
  });
}

type Turn = { conversation: Conversation; threadId: string; exchange: Exchange; at: ExchangeTimes };

function turnCalls({ conversation, threadId, exchange, at }: Turn): ConversationCall[] {
  const turnId = contentId("turn", threadId, exchange.messages, exchange.answer);
  const shared = { traceId: contentId("trace", turnId), threadId, turnId };
  const turn: ConversationCall = {
    ...shared,
    ...timesOf(at),
    id: turnId,
    opName: TURN_OP,
    attributes: withUntoldTimes(
      { import: { format: conversation.format, ...conversation.attributes } },
      at.notInSource,
    ),
    inputs: { ...conversation.settings, messages: exchange.messages },
    output: exchange.answer,
    summary: {},
  };
  const nested = exchange.tools.map(
    (tool, n): ConversationCall => ({
      ...shared,
      ...timesOf(at.tools[n] ?? at),
      id: contentId("tool", turnId, n),
      parentId: turnId,
      opName: tool.name,
      attributes: withUntoldTimes({ import: { format: conversation.format } }, ["date", "duration"]),
      inputs: tool.inputs,
      output: tool.output,
      summary: {},
    }),
  );
  return [turn, ...nested];
}

function timesOf({ startedAt, endedAt }: Span): { startedAt: string; endedAt: string } {
  return { startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt).toISOString() };
}
