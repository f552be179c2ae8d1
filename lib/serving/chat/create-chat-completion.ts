import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { ChatCompletion, createChatCompletion as contract } from "#lib/contract/serving/chat.ts";
import { bodyOf, type ChatRequest } from "#lib/contract/serving/chat-request.ts";
import { completeUpstream, streamUpstream } from "#lib/models/upstreams/upstream-completion.ts";
import { UpstreamFailed, UpstreamLate } from "#lib/platform/errors.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";
import { CompletionFold } from "./completion-fold.internal.ts";
import { CompletionRecord } from "./completion-record.internal.ts";
import { findTarget, type Target } from "./find-target.internal.ts";
import { type OpenChunks, openOwnChunks } from "./own-chunks.internal.ts";
import type { Usage } from "./usage-in.ts";
import { withoutRouting } from "./without-routing.internal.ts";

type Input = InputOf<typeof contract>;

/** Nothing is answered before the model has accepted the prompt, so that every refusal has its status, also of a stream. */
export async function createChatCompletion(
  ctx: AccountCtx,
  input: Input,
): Promise<ChatCompletion | ServerEvents> {
  const target = await findTarget(ctx, input);
  const record = await CompletionRecord.open(ctx, input, target);
  if (!input.stream) return wholeCompletion(ctx, { input, target, record });
  const chunks = await openChunks(ctx, input, target);
  return new ServerEvents(eventsOf(ctx, { input, chunks, record }));
}

function openChunks(ctx: AccountCtx, input: Input, target: Target): Promise<OpenChunks> {
  return target.kind === "upstream"
    ? openUpstreamChunks(ctx, input, target)
    : openOwnChunks(ctx, input, target);
}

type Whole = { input: Input; target: Target; record: CompletionRecord };

async function wholeCompletion(ctx: AccountCtx, { input, target, record }: Whole): Promise<ChatCompletion> {
  if (target.kind === "own") return wholeOfOwn(ctx, { input, target, record });
  try {
    const completion = await upstreamCompletion(ctx, input, target);
    await record.completed(completion);
    return record.withCallId(completion);
  } catch (error) {
    if (ctx.signal.aborted) await record.brokenOff("cancelled", NOTHING);
    else if (error instanceof UpstreamFailed || error instanceof UpstreamLate)
      await record.brokenOff("failed", NOTHING);
    throw error;
  }
}

const NOTHING: Usage = { promptTokens: 0, completionTokens: 0 };

type WholeOfOwn = Whole & { target: Extract<Target, { kind: "own" }> };

async function wholeOfOwn(ctx: AccountCtx, { input, target, record }: WholeOfOwn): Promise<ChatCompletion> {
  const chunks = await openOwnChunks(ctx, input, target);
  const fold = new CompletionFold();
  try {
    for await (const chunk of chunks) fold.push(chunk);
  } catch (error) {
    await record.brokenOff(ctx.signal.aborted ? "cancelled" : "failed", fold.usage);
    throw error;
  }
  await record.completed(fold.completion());
  return record.withCallId(fold.completion());
}

type Streamed = { input: Input; chunks: OpenChunks; record: CompletionRecord };

/** The chunks as events, and `[DONE]` once the completion is recorded. */
async function* eventsOf(ctx: AccountCtx, { input, chunks, record }: Streamed): AsyncGenerator<ServerEvent> {
  const fold = new CompletionFold({ keepsText: record.stores });
  const sendsUsage = input.streamOptions?.includeUsage === true;
  // A reader who leaves ends this at one of its events, without any error.
  let outcome: "completed" | "cancelled" | "failed" = "cancelled";
  try {
    for await (const chunk of chunks) {
      fold.push(chunk);
      const sent = forReader(record.withCallId(chunk), sendsUsage);
      if (sent) yield { data: JSON.stringify(sent) };
    }
    outcome = "completed";
  } catch (error) {
    outcome = ctx.signal.aborted ? "cancelled" : "failed";
    throw error;
  } finally {
    if (outcome !== "completed") await record.brokenOff(outcome, fold.usage);
  }
  await record.completed(fold.completion());
  yield { data: "[DONE]" };
}

/** Drops the chunk that only carries the usage, unless the caller asked for usage; then every chunk has `usage`, null except in the last. */
function forReader(chunk: ChatCompletion, sendsUsage: boolean): Readonly<Record<string, unknown>> | null {
  if (sendsUsage) return { ...chunk, usage: chunk.usage ?? null };
  const { usage: _, ...rest } = chunk;
  return chunk.choices.length === 0 && chunk.usage ? null : rest;
}

type FromUpstream = Extract<Target, { kind: "upstream" }>;

/** A whole completion of the upstream, under the name that the caller knows the model by. */
async function upstreamCompletion(
  { signal }: AccountCtx,
  request: ChatRequest,
  { upstream, model }: FromUpstream,
): Promise<ChatCompletion> {
  const body = { ...passedOn(request), model };
  return { ...(await completeUpstream({ upstream, body, signal })), model: request.model };
}

/** The chunks of the upstream. Always requests usage, for our own records; `forReader` removes it for callers who did not ask. */
async function openUpstreamChunks(
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
