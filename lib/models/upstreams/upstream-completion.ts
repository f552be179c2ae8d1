import type { IncomingMessage } from "node:http";
import { createParser } from "eventsource-parser";
import { isDict } from "#lib/contract/fields.ts";
import { askUpstream, bodyOf, failed, type Patience } from "./ask-upstream.internal.ts";
import type { OpenUpstream } from "./find-upstream.ts";

type Json = Readonly<Record<string, unknown>>;
/** A completion, or a part of one, in the upstream's own words. */
export type UpstreamAnswer = Json & { readonly choices: readonly unknown[] };

const MINUTE_MS = 60_000;
const FOR_STREAMS: Patience = { firstByteMs: MINUTE_MS / 2, pauseMs: 2 * MINUTE_MS, totalMs: 20 * MINUTE_MS };
/** A plain answer begins only when the whole completion is there. */
const FOR_ANSWERS: Patience = { ...FOR_STREAMS, firstByteMs: 10 * MINUTE_MS };

export type UpstreamCall = {
  readonly upstream: OpenUpstream;
  /** The request as the upstream gets it. */
  readonly body: Json;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
};

/** A whole completion of an upstream, in its own words. Throws what `askUpstream` throws. */
export async function completeUpstream(call: UpstreamCall): Promise<UpstreamAnswer> {
  const { upstream, signal, patience = FOR_ANSWERS } = call;
  const response = await post(call, patience);
  const pieces = await Array.fromAsync(bodyOf(upstream, response, { signal, patience }));
  const answer = readJson(Buffer.concat(pieces).toString("utf8"));
  if (isDict(answer) && !answer.error && Array.isArray(answer.choices))
    return { ...answer, choices: answer.choices };
  throw failed(upstream, "did not return a completion");
}

/**
 * The chunks of an upstream's completion as they come; the promise answers once its first byte is there. Leaving them ends the work there.
 * Throws, also in the middle, what `askUpstream` throws, and `UpstreamFailed` where the stream ends before the completion does.
 */
export async function streamUpstream(call: UpstreamCall): Promise<AsyncIterable<UpstreamAnswer>> {
  const { upstream, signal, patience = FOR_STREAMS } = call;
  const response = await post(call, patience);
  if (/^text\/event-stream/i.test(response.headers["content-type"] ?? ""))
    return chunksOf(upstream, bodyOf(upstream, response, { signal, patience }));
  response.destroy();
  throw failed(upstream, "did not return a stream although one was requested");
}

function post({ upstream, body, signal }: UpstreamCall, patience: Patience): Promise<IncomingMessage> {
  const text = JSON.stringify(body);
  return askUpstream(upstream, { method: "POST", path: "/chat/completions", body: text, signal, patience });
}

async function* chunksOf(
  upstream: OpenUpstream,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<UpstreamAnswer> {
  let hasFinished = false;
  for await (const data of eventsOf(pieces)) {
    // Not every server marks the end beyond saying why each choice did.
    if (data === "[DONE]") break;
    const chunk = readChunk(upstream, data);
    hasFinished ||= chunk.choices.some(
      (choice) => isDict(choice) && typeof choice.finish_reason === "string",
    );
    yield chunk;
  }
  if (!hasFinished) throw failed(upstream, "stopped in the middle of its response");
}

async function* eventsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) });
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* ready.splice(0);
  }
}

function readChunk(upstream: OpenUpstream, data: string): UpstreamAnswer {
  const chunk = readJson(data);
  if (isDict(chunk) && !chunk.error && Array.isArray(chunk.choices))
    return { ...chunk, choices: chunk.choices };
  throw failed(upstream, "sent something that is not part of a completion");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
