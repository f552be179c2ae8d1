import { randomInt } from "node:crypto";
import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type { Sampler } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { ChoiceRun } from "./choice-run.internal.ts";
import type { GenerationEvent } from "./generation-event.ts";
import type { GenerationRequest } from "./generation-request.ts";
import { leastTokens } from "./least-tokens.internal.ts";
import { merge } from "./merge.internal.ts";
import { replyConstraint } from "./reply-constraint.internal.ts";

/** What completions are made with. */
export type Generator = {
  readonly format: ChatFormat;
  readonly sampler: Sampler;
  /** Whose turn it is, as the port says. */
  readonly fairnessKey: string;
  readonly signal: AbortSignal;
};

/**
 * Generates the completions of one prompt. Nothing is computed before the first event, `start`, is out; until then it throws
 * `UnrenderableMessage`, `ContextTooLong` or `Rejected`. Leaving early frees what samples.
 */
export async function* generate(
  { format, sampler, fairnessKey, signal }: Generator,
  request: GenerationRequest,
): AsyncGenerator<GenerationEvent> {
  const { contextLength } = sampler;
  const least = Math.floor(leastTokens(request.messages, format.tokenizer));
  if (least >= contextLength)
    throw new Rejected(
      `The prompt has more than ${least} tokens, and prompt and completion together may have ${contextLength}; shorten the prompt`,
      { code: "context_length_exceeded", param: "messages" },
    );
  const promptTokenIds = readPrompt(format, request);
  const room = contextLength - promptTokenIds.length;
  if (room < 1) throw new ContextTooLong(promptTokenIds.length, contextLength);
  requireKnownTokens(request, sampler.vocabSize);
  const endTokenIds = new Set([...(request.ignoresEnd ? [] : format.stopTokenIds), ...request.stopTokenIds]);
  const constraint = replyConstraint(format, request, endTokenIds);
  const left = new AbortController();
  const shared = {
    format,
    sampler,
    request,
    promptTokenIds,
    endTokenIds,
    fairnessKey,
    maxTokens: Math.min(request.maxTokens ?? room, room),
    seed: request.seed ?? randomInt(2 ** 31),
    promptGroup: `${fairnessKey} ${randomInt(2 ** 47)}`,
    signal: AbortSignal.any([signal, left.signal]),
  };
  yield { type: "start", promptTokenIds };
  try {
    const runs = Array.from({ length: request.choices }, (_, choice) =>
      new ChoiceRun({ ...shared, choice, constraint: constraint() }).events(),
    );
    yield* merge(runs);
  } finally {
    left.abort();
  }
}

function readPrompt(format: ChatFormat, { messages, tools, toolChoice, templateKwargs }: GenerationRequest) {
  const offered = toolChoice === "none" ? [] : tools;
  return format.promptTokens(messages, {
    ...(offered.length > 0 ? { tools: offered } : {}),
    templateKwargs,
    addGenerationPrompt: true,
  });
}

function requireKnownTokens({ logitBias, stopTokenIds }: GenerationRequest, vocabSize: number): void {
  const unknown = [...logitBias.map(([id]) => id), ...stopTokenIds].find((id) => id >= vocabSize);
  if (unknown !== undefined)
    throw new Rejected(`The token ${unknown} does not exist; this model's tokens end at ${vocabSize - 1}`);
}
