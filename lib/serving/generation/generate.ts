import { randomInt } from "node:crypto";
import type { Sampler } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { readPrompt } from "#lib/serving/reading/read-prompt.internal.ts";
import { ChoiceRun } from "./choice-run.internal.ts";
import type { GenerationEvent } from "./generation-event.ts";
import type { GenerationRequest } from "./generation-request.ts";
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
  const promptTokenIds = await readPrompt(request, format, contextLength);
  const room = contextLength - promptTokenIds.length;
  requireKnownTokens(request, sampler.vocabSize);
  if (request.penalties && !sampler.hasPenalties)
    throw new Rejected("The engine that samples this model knows no penalties; leave them out", {
      code: "unsupported_parameter",
      param: "presence_penalty",
    });
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

/** The values of several sources as they come. At most one value of each is asked for ahead; leaving early leaves all. */
async function* merge<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const ready: { from: AsyncIterator<T>; result: IteratorResult<T> }[] = [];
  const failures: unknown[] = [];
  let wake = Promise.withResolvers<void>();
  const ask = (from: AsyncIterator<T>) => {
    from.next().then(
      (result) => ready.push({ from, result }) && wake.resolve(),
      (error: unknown) => failures.push(error) && wake.resolve(),
    );
  };
  try {
    iterators.forEach(ask);
    for (let open = iterators.length; open > 0; ) {
      if (ready.length === 0 && failures.length === 0) await wake.promise;
      wake = Promise.withResolvers();
      if (failures.length > 0) throw failures[0];
      for (const { from, result } of ready.splice(0)) {
        if (result.done) open--;
        else {
          yield result.value;
          ask(from);
        }
      }
    }
  } finally {
    await Promise.allSettled(iterators.map((iterator) => iterator.return?.()));
  }
}
