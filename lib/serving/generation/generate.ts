import { randomInt } from "node:crypto";
import type { Sampler } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { ChoiceRun } from "./choice-run.internal.ts";
import type { GenerationEvent } from "./generation-event.ts";
import type { GenerationRequest } from "./generation-request.ts";
import { merge } from "./merge.internal.ts";
import { promptTokensOf } from "./prompt-tokens.internal.ts";
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
  const promptTokenIds = promptTokensOf(request, format, contextLength);
  const room = contextLength - promptTokenIds.length;
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

function requireKnownTokens({ logitBias, stopTokenIds }: GenerationRequest, vocabSize: number): void {
  const unknown = [...logitBias.map(([id]) => id), ...stopTokenIds].find((id) => id >= vocabSize);
  if (unknown !== undefined)
    throw new Rejected(`The token ${unknown} does not exist; this model's tokens end at ${vocabSize - 1}`);
}
