import type { AccountCtx } from "#lib/access/context.ts";
import type { ChatCompletion } from "#lib/contract/serving/chat.ts";
import { bodyOf, type ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { completeUpstream, streamUpstream } from "#lib/models/upstreams/upstream-completion.ts";
import type { Target } from "./find-target.internal.ts";
import { withoutRouting } from "./without-routing.internal.ts";

type FromUpstream = Extract<Target, { kind: "upstream" }>;

/** A whole completion of the upstream, under the name that the caller knows the model by. */
export async function upstreamCompletion(
  { signal }: AccountCtx,
  request: ChatRequest,
  { upstream, model }: FromUpstream,
): Promise<ChatCompletion> {
  const body = { ...passedOn(request), model };
  return { ...(await completeUpstream({ upstream, body, signal })), model: request.model };
}

/** The chunks of the upstream. It is always asked for the usage, which the caller is told only where they asked as well. */
export async function openUpstreamChunks(
  { signal }: AccountCtx,
  request: ChatRequest,
  { upstream, model }: FromUpstream,
): Promise<AsyncIterable<ChatCompletion>> {
  const body = { ...passedOn(request), model, stream: true, stream_options: { include_usage: true } };
  return renamed(await streamUpstream({ upstream, body, signal }), request.model);
}

/** Strips what Spindle handles itself, and every field that could change the upstream's host or credential. */
function passedOn(request: ChatRequest): Readonly<Record<string, unknown>> {
  const {
    store: _,
    metadata: __,
    stream: ___,
    stream_options: ____,
    ...rest
  } = withoutRouting(bodyOf(request));
  return rest;
}

async function* renamed(
  chunks: AsyncIterable<ChatCompletion>,
  model: string,
): AsyncGenerator<ChatCompletion> {
  for await (const chunk of chunks) yield { ...chunk, model };
}
