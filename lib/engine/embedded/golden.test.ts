import { expect, test } from "vitest";
import { aRequest } from "#lib/testing/data/sample-requests.ts";
import { openSampler } from "./decode/open-sampler.ts";
import { FAMILIES, livelyParameters } from "./testing/small-decoder.ts";
import { createTrainer } from "./train/create-trainer.ts";

/**
 * What `transformers` 5.18 computes in float64 for these tokens from the same weights, exported as a Hugging Face folder: the
 * log-probability of each token but the first, in nats.
 */
const TOKENS = [10, 4, 4, 8, 1, 7, 11, 1, 11];
const GOLDEN: Readonly<Record<string, readonly number[]>> = {
  "llama with grouped queries and a tied head": [
    -1.984057, -1.803849, -3.818535, -2.253525, -1.360881, -3.382494, -2.870585, -3.936923,
  ],
  "llama 3 with a stretched context and a head of its own": [
    -1.862492, -1.95234, -3.869774, -2.320223, -2.166468, -2.586407, -2.04779, -2.611296,
  ],
  "qwen2 with biases and one key head": [
    -2.529719, -2.443773, -2.312054, -3.009981, -2.417657, -3.023371, -3.325834, -2.872679,
  ],
  "qwen3 with norms of queries and keys and heads wider than the stream": [
    -4.295244, -4.041761, -2.854829, -2.509988, -3.629813, -2.275338, -3.450479, -3.49828,
  ],
};

test.each(FAMILIES)(
  "%s: trainer and sampler give the numbers of the reference implementation",
  async (name, config) => {
    const golden = GOLDEN[name] ?? [];
    const parameters = livelyParameters(config, 3);
    const trainer = await createTrainer({ config, parameters, adapter: null, method: { mode: "full" } });
    const [scores] = await trainer.score([{ tokenIds: TOKENS }]);
    await trainer.close();
    const sampler = await openSampler(parameters, config);
    const last = await Array.fromAsync(
      sampler.sample(
        aRequest(TOKENS.slice(0, -1), { maxTokens: 1, logitBias: new Map([[TOKENS.at(-1) ?? 0, 1000]]) }),
      ),
    );
    await sampler.close();
    expect(golden).toHaveLength(TOKENS.length - 1);
    for (const [index, logprob] of golden.entries())
      expect(scores?.logprobs[index + 1]).toBeCloseTo(logprob, 5);
    expect(last[0]?.logprob).toBeCloseTo(golden.at(-1) ?? 0, 5);
  },
);
