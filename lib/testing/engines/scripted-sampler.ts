import type { Engine, SampledToken, SampleRequest, Sampler, Scorer } from "#lib/engine/port/port.ts";

/** What a scripted sampler says to one request: token ids, or whole tokens, as fast or slowly as it likes. */
export type Script = (
  request: SampleRequest,
) => Iterable<number | SampledToken> | AsyncIterable<number | SampledToken>;

/** A double of the engine's port that samples by script. It ends a completion as the port says: by its stop tokens and its length. */
export class ScriptedSampler implements Sampler {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly requests: SampleRequest[] = [];
  isClosed = false;
  #script: Script;
  #active = 0;

  constructor(script: Script, { vocabSize = 1024, contextLength = 512 } = {}) {
    this.#script = script;
    this.vocabSize = vocabSize;
    this.contextLength = contextLength;
  }

  async *sample(request: SampleRequest): AsyncGenerator<SampledToken> {
    this.requests.push(request);
    this.#active++;
    try {
      let count = 0;
      for await (const next of untilAborted(this.#script(request), request.signal)) {
        const token = typeof next === "number" ? { id: next, logprob: -0.5, top: [] } : next;
        request.constraint?.accept(token.id);
        yield token;
        if (++count >= request.settings.maxTokens || request.settings.stopTokenIds.includes(token.id)) return;
      }
    } finally {
      this.#active--;
    }
  }

  load() {
    return { active: this.#active, waiting: 0 };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** An engine whose samplers follow one script; `opened` counts them. */
export function scriptedEngine(script: Script, options: { vocabSize?: number; contextLength?: number } = {}) {
  const opened: ScriptedSampler[] = [];
  const engine: Engine = {
    name: "scripted",
    openSampler: async () => {
      const sampler = new ScriptedSampler(script, options);
      opened.push(sampler);
      return sampler;
    },
    openScorer: async () => evenScorer(options),
    openTrainer: () => Promise.reject(new Error("a scripted engine trains nothing")),
  };
  return { engine, opened };
}

/** A scorer to which every token has the same probability. */
function evenScorer({ vocabSize = 1024, contextLength = 512 }): Scorer {
  const score: Scorer["score"] = async (sequences, { topLogprobs } = {}) =>
    sequences.map(({ tokenIds }) => ({
      logprobs: Float32Array.from(tokenIds, () => -Math.log(vocabSize)),
      entropies: null,
      ranking: topLogprobs === undefined ? null : tokenIds.map(() => ({ rank: 1, top: [] })),
    }));
  return { vocabSize, contextLength, score, close: async () => undefined };
}

async function* untilAborted<T>(
  source: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  try {
    for (;;) {
      const next = await Promise.race([Promise.resolve(iterator.next()), aborted.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
