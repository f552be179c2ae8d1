import { EventSourceParserStream } from "eventsource-parser/stream";
import { isDict } from "#lib/contract/fields.ts";

/** A piece of a streamed reply. */
export type ReplyPart = {
  text: string;
  /** The tokens that were sampled for it; none if the server sends no log-probabilities. */
  tokens: readonly ReplyToken[];
  /** Pieces of the tool calls that it makes. */
  calls: readonly CallPiece[];
  /** `stop`, `length`, …; null until it ends. */
  finishReason: string | null;
  /** Which weights answered, where the server says so. */
  fingerprint: string | null;
  completionTokens: number | null;
  /** The call that the whole reply is stored as, where it is. */
  callId: string | null;
};

/** A piece of a tool call: its name comes whole, its arguments bit by bit. */
export type CallPiece = { index: number; id: string | null; name: string | null; argumentsText: string };

/** Log-probabilities are natural ones. */
export type ReplyToken = {
  text: string;
  logprob: number;
  /** What else was likely, where that was asked for. */
  top: readonly { text: string; logprob: number }[];
};

/** What another end of the stream than its own means to the reader of a reply. */
export class BrokenReply extends Error {}

/**
 * Reads a completion that comes as server-sent events. Throws `BrokenReply` where the server reports a fault on the way, or where the
 * stream ends without its mark.
 */
export async function* readReply(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ReplyPart> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  const readTokens = tokenReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new BrokenReply("The reply broke off before its end.");
      if (value.data === "[DONE]") return;
      yield partOf(value.data, readTokens);
    }
  } finally {
    // When the reader stops, the server may stop too.
    reader.cancel().catch(() => undefined);
  }
}

type TokenReader = (logprobs: unknown) => ReplyToken[];

function partOf(data: string, readTokens: TokenReader): ReplyPart {
  const chunk = JSON.parse(data);
  if (!isDict(chunk)) throw new BrokenReply("The server sent something that is not part of a reply.");
  if (isDict(chunk.error)) throw new BrokenReply(textOr(chunk.error.message, "The reply broke off."));
  const choice = Array.isArray(chunk.choices) && isDict(chunk.choices[0]) ? chunk.choices[0] : {};
  const delta = isDict(choice.delta) ? choice.delta : {};
  const usage = isDict(chunk.usage) ? chunk.usage : {};
  return {
    text: textOr(delta.content, ""),
    tokens: readTokens(choice.logprobs),
    calls: callPiecesIn(delta.tool_calls),
    finishReason: textOr(choice.finish_reason, null),
    fingerprint: textOr(chunk.system_fingerprint, null),
    completionTokens: typeof usage.completion_tokens === "number" ? usage.completion_tokens : null,
    callId: textOr(chunk.call_id, null),
  };
}

function callPiecesIn(calls: unknown): CallPiece[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isDict).map((piece, at) => {
    const made = isDict(piece.function) ? piece.function : {};
    return {
      index: typeof piece.index === "number" ? piece.index : at,
      id: textOr(piece.id, null),
      name: textOr(made.name, null),
      argumentsText: textOr(made.arguments, ""),
    };
  });
}

/** A character may have several tokens; they are merged into one, with their joint probability. */
function tokenReader(): TokenReader {
  const decoder = new TextDecoder();
  let pending = 0;
  return (logprobs) => {
    const content = isDict(logprobs) && Array.isArray(logprobs.content) ? logprobs.content : [];
    const tokens: ReplyToken[] = [];
    for (const entry of content) {
      if (!isDict(entry) || typeof entry.logprob !== "number") continue;
      const bytes = bytesOf(entry);
      const text = bytes ? decoder.decode(bytes, { stream: true }) : textOr(entry.token, "");
      pending += entry.logprob;
      if (text === "") continue;
      tokens.push({ text, logprob: pending, top: alternativesIn(entry.top_logprobs) });
      pending = 0;
    }
    return tokens;
  };
}

function alternativesIn(top: unknown): { text: string; logprob: number }[] {
  if (!Array.isArray(top)) return [];
  return top.flatMap((entry) => {
    if (!isDict(entry) || typeof entry.logprob !== "number") return [];
    const bytes = bytesOf(entry);
    const text = bytes ? new TextDecoder().decode(bytes) : textOr(entry.token, "");
    return [{ text, logprob: entry.logprob }];
  });
}

/** Null if the server sends only the text. */
function bytesOf({ bytes }: Readonly<Record<string, unknown>>): Uint8Array<ArrayBuffer> | null {
  return Array.isArray(bytes) && bytes.every((byte) => typeof byte === "number")
    ? Uint8Array.from(bytes)
    : null;
}

function textOr<Else>(value: unknown, otherwise: Else): string | Else {
  return typeof value === "string" ? value : otherwise;
}
