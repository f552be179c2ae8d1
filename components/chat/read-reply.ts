import { EventSourceParserStream } from "eventsource-parser/stream";
import { isDict } from "#lib/contract/fields.ts";

/** A piece of a streamed reply. */
export type ReplyPart = {
  text: string;
  /** `stop`, `length`, …; null while it goes on. */
  finishReason: string | null;
  /** Which weights answered, where the server says so. */
  fingerprint: string | null;
  completionTokens: number | null;
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
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new BrokenReply("The reply broke off before its end.");
      if (value.data === "[DONE]") return;
      yield partOf(value.data);
    }
  } finally {
    // Whoever stops reading lets the server stop writing.
    reader.cancel().catch(() => undefined);
  }
}

function partOf(data: string): ReplyPart {
  const chunk = JSON.parse(data);
  if (!isDict(chunk)) throw new BrokenReply("The server sent something that is no part of a reply.");
  if (isDict(chunk.error)) throw new BrokenReply(textOr(chunk.error.message, "The reply broke off."));
  const choice = Array.isArray(chunk.choices) && isDict(chunk.choices[0]) ? chunk.choices[0] : {};
  const delta = isDict(choice.delta) ? choice.delta : {};
  const usage = isDict(chunk.usage) ? chunk.usage : {};
  return {
    text: textOr(delta.content, ""),
    finishReason: textOr(choice.finish_reason, null),
    fingerprint: textOr(chunk.system_fingerprint, null),
    completionTokens: typeof usage.completion_tokens === "number" ? usage.completion_tokens : null,
  };
}

function textOr<Else>(value: unknown, otherwise: Else): string | Else {
  return typeof value === "string" ? value : otherwise;
}
