import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { SampledToken, Sampler } from "#lib/engine/port/port.ts";
import { aRequest, complete, idsOf } from "#lib/testing/data/sample-requests.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters } from "../model/parameters.ts";
import { logSoftmax, plainLogits } from "../testing/plain-decoder.ts";
import { FAMILIES, livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import { openSampler } from "./open-sampler.ts";
import { uniform } from "./uniform.internal.ts";

/** Float32 against float64 over a few hundred positions. */
const TOLERANCE = 1e-4;

/** By the seeds 1, 2, −1 and 2⁴⁰. */
const GOLDEN = [
  "2 9 0 3 0 7 3 12 3 8 8 5 3 4 8 7",
  "0 9 8 6 8 8 5 8 8 12 7 7 6 6 10 6",
  "3 12 7 7 5 6 12 2 8 11 9 9 7 7 8 9",
  "2 11 1 5 9 8 8 5 7 10 6 2 12 1 3 11",
];

describe.each([
  ...FAMILIES,
  ["heads as wide as the runtime's step", smallConfig({ headWidth: 16 })] as const,
])("%s", (_, config) => {
  const parameters = livelyParameters(config, 1);
  const prompt = someTokens(config, { length: 9, seed: 1 });

  test("log-probabilities are those of a fresh run of the whole model", async () => {
    const sampler = await openSampler(parameters, config);
    const tokens = await complete(sampler, aRequest(prompt, { maxTokens: 40, topLogprobs: 3 }));
    expect(tokens).toHaveLength(40);
    expectOracle({ parameters, config, prompt }, tokens);
    await sampler.close();
  });

  test("rows decoded together are those decoded alone", async () => {
    const sampler = await openSampler(parameters, config, { slots: 5 });
    const requests = Array.from({ length: 9 }, (_unused, index) =>
      aRequest(someTokens(config, { length: 1 + 7 * index, seed: index }), {
        seed: index,
        maxTokens: 3 + ((index * 5) % 23),
        temperature: 0.5 + index / 8,
      }),
    );
    const together = await Promise.all(requests.map((request) => complete(sampler, request)));
    for (const [index, request] of requests.entries()) {
      const alone = await complete(sampler, request);
      expect(idsOf(together[index] ?? [])).toEqual(idsOf(alone));
      for (const [at, { logprob }] of alone.entries())
        expect(Math.abs(logprob - (together[index]?.[at]?.logprob ?? 0))).toBeLessThan(TOLERANCE);
    }
    await sampler.close();
  });
});

describe("one small model", () => {
  const config = smallConfig({ contextLength: 1200 });
  const parameters = livelyParameters(config, 2);
  let sampler: Sampler;
  beforeAll(async () => {
    sampler = await openSampler(parameters, config);
  });
  afterAll(() => sampler.close());

  test("a prompt of several chunks is read as if it were one", async () => {
    const prompt = someTokens(config, { length: 600, seed: 3 });
    const tokens = await complete(sampler, aRequest(prompt, { maxTokens: 4 }));
    expectOracle({ parameters, config, prompt }, tokens);
  });

  test("a completion outgrows its first buffers unharmed", async () => {
    const prompt = someTokens(config, { length: 250, seed: 4 });
    const [tokens] = await Promise.all([
      complete(sampler, aRequest(prompt, { maxTokens: 300 })),
      complete(sampler, aRequest([1], { maxTokens: 280 })),
    ]);
    expectOracle({ parameters, config, prompt }, tokens);
  });

  test("weights that are fed with each run give what weights in the graph give", async () => {
    const fed = await openSampler(parameters, config, { weightBytesInGraph: 0 });
    const request = aRequest([3, 1, 4, 1, 5], { temperature: 0, maxTokens: 30 });
    expect(idsOf(await complete(fed, request))).toEqual(idsOf(await complete(sampler, request)));
    await fed.close();
  });

  test("completions of a group start together, because their long prompt is computed once", async () => {
    const prompt = someTokens(config, { length: 900, seed: 5 });
    const arrivals: string[] = [];
    await Promise.all(
      ["a", "b", "c"].map(async (name, seed) => {
        const request = aRequest(prompt, { seed, maxTokens: 3 }, { promptGroup: "group" });
        for await (const _ of sampler.sample(request)) arrivals.push(name);
      }),
    );
    expect(arrivals.join("")).toBe("abcabcabc");
  });

  test("completions of a group sample what they sample alone", async () => {
    const prompt = someTokens(config, { length: 300, seed: 6 });
    const single = await openSampler(parameters, config, { slots: 1 });
    for (const seed of [1, 2]) {
      const grouped = [seed, seed + 1].map((s) => aRequest(prompt, { seed: s }, { promptGroup: "group" }));
      const [first, second] = await Promise.all(grouped.map((request) => complete(single, request)));
      expect(idsOf(first ?? [])).toEqual(idsOf(await complete(sampler, aRequest(prompt, { seed }))));
      expect(idsOf(second ?? [])).toEqual(
        idsOf(await complete(sampler, aRequest(prompt, { seed: seed + 1 }))),
      );
    }
    await single.close();
  });

  test("a group does not lend its prompt to another prompt of the same length", async () => {
    const inGroup = (prompt: number[]) => aRequest(prompt, { temperature: 0 }, { promptGroup: "group" });
    const [one, other] = [7, 8].map((seed) => someTokens(config, { length: 20, seed }));
    const [, tokens] = await Promise.all([
      complete(sampler, inGroup(one ?? [])),
      complete(sampler, inGroup(other ?? [])),
    ]);
    expectOracle({ parameters, config, prompt: other ?? [] }, tokens);
  });

  test("a long prompt does not hold up those who are being answered", async () => {
    const prompt = someTokens(config, { length: 1100, seed: 9 });
    let isLongDone = false;
    let long: Promise<unknown> | null = null;
    let tokensBeforeLong = 0;
    for await (const _ of sampler.sample(aRequest([1], { maxTokens: 60 }))) {
      long ??= complete(sampler, aRequest(prompt, { maxTokens: 1 })).then(() => {
        isLongDone = true;
      });
      if (!isLongDone) tokensBeforeLong += 1;
    }
    await long;
    // 1,099 tokens are five chunks, with a step of the others after each.
    expect(tokensBeforeLong).toBeGreaterThanOrEqual(5);
    expect(tokensBeforeLong).toBeLessThan(60);
  });

  test("a stop token ends the completion and is its last token", async () => {
    const free = idsOf(await complete(sampler, aRequest([2], { maxTokens: 30 })));
    const stop = free[12] ?? 0;
    const stopped = idsOf(await complete(sampler, aRequest([2], { maxTokens: 30, stopTokenIds: [stop] })));
    expect(stopped).toEqual(free.slice(0, free.indexOf(stop) + 1));
  });

  test("a completion ends where the context does", async () => {
    const short = await openSampler(parameters, { ...config, contextLength: 12 });
    const prompt = [1, 2, 3, 4, 5];
    const tokens = await complete(short, aRequest(prompt, { maxTokens: 100 }));
    expect(tokens).toHaveLength(7);
    expectOracle({ parameters, config, prompt }, tokens);
    expect(await complete(short, aRequest(Array(11).fill(1)))).toHaveLength(1);
    expect(() => short.sample(aRequest(Array(12).fill(1)))).toThrow(ContextTooLong);
    expect(() => short.sample(aRequest(Array(12).fill(1)))).toThrow(
      "The prompt has 12 tokens, and prompt and completion together may have 12",
    );
    await short.close();
  });

  test("memory for keys and values is bounded: it shortens the context and lets rows wait", async () => {
    // One position takes 2 (keys, values) · 2 layers · 2 heads · 16 channels · 4 bytes.
    const small = await openSampler(parameters, config, { cacheBytes: 64 * 512, slots: 8 });
    expect(small.contextLength).toBe(64);
    let most = 0;
    const prompts = [1, 2, 3, 4, 5, 6].map((id) => [id]);
    const results = await Promise.all(
      prompts.map(async (prompt) => {
        const tokens: SampledToken[] = [];
        for await (const token of small.sample(aRequest(prompt, { maxTokens: 20, temperature: 0 }))) {
          tokens.push(token);
          most = Math.max(most, small.load().active);
        }
        return tokens;
      }),
    );
    expect(most).toBe(3);
    for (const [index, tokens] of results.entries())
      expectOracle({ parameters, config, prompt: prompts[index] ?? [] }, tokens);
    await small.close();
  });

  test("greedy sampling takes the most likely token, which is the first of the alternatives", async () => {
    const tokens = await complete(sampler, aRequest([5, 6], { temperature: 0, topLogprobs: 2 }));
    for (const { id, logprob, top } of tokens) expect(top[0]).toEqual([id, logprob]);
    expect(idsOf(tokens)).toEqual(plainGreedy({ parameters, config, prompt: [5, 6] }, 16));
  });

  test("a forbidding bias keeps a token away and leaves its neighbours' log-probabilities as the model has them", async () => {
    const logitBias = new Map([0, 1, 2, 3, 4, 5].map((id) => [id, -100]));
    const tokens = await complete(sampler, aRequest([7], { logitBias, maxTokens: 50 }));
    expect(Math.min(...idsOf(tokens))).toBe(6);
    expectOracle({ parameters, config, prompt: [7] }, tokens);
  });

  test("a constraint decides about tokens and receives the chosen one, also with greedy sampling", async () => {
    for (const temperature of [0, 1]) {
      const taken: number[] = [];
      // Each token must be the next whole number, from 0 to 12 and around.
      const constraint = {
        allows: (id: number) => id === taken.length % 13,
        accept: (id: number) => taken.push(id),
      };
      const tokens = await complete(sampler, aRequest([1], { temperature, maxTokens: 15 }, { constraint }));
      expect(idsOf(tokens)).toEqual([...Array(13).keys(), 0, 1]);
      expect(taken).toEqual(idsOf(tokens));
    }
  });

  test("a constraint that leaves no way on fails its own completion alone", async () => {
    const constraint = { allows: () => false, accept: () => {} };
    const [stuck, other] = await Promise.allSettled([
      complete(sampler, aRequest([1], {}, { constraint })),
      complete(sampler, aRequest([1])),
    ]);
    expect(stuck).toMatchObject({ status: "rejected", reason: expect.any(EngineFault) });
    expect(other.status).toBe("fulfilled");
  });

  test("each token is where the seed's number falls in the cumulative distribution of the whole model", async () => {
    const request = aRequest([1, 2, 3], { seed: 77, maxTokens: 40, temperature: 0.7 });
    const ids = idsOf(await complete(sampler, request));
    const logits = plainLogits(parameters, config, [1, 2, 3, ...ids]);
    for (const [index, id] of ids.entries()) {
      const shares = logSoftmax((logits[2 + index] ?? new Float64Array()).map((logit) => logit / 0.7)).map(
        Math.exp,
      );
      const below = shares.slice(0, id).reduce((a, b) => a + b, 0);
      const u = uniform(77, index, 0);
      expect(u).toBeGreaterThan(below - TOLERANCE);
      expect(u).toBeLessThan(below + (shares[id] ?? 0) + TOLERANCE);
    }
  });

  test("the same seed gives the same tokens in the next version too", async () => {
    const bySeed = await Promise.all(
      [1, 2, -1, 2 ** 40].map((seed) => complete(sampler, aRequest([1, 2, 3], { seed }))),
    );
    expect(bySeed.map((tokens) => idsOf(tokens).join(" "))).toEqual(GOLDEN);
  });

  test.each([
    [[], {}, "A prompt must have at least one token"],
    [[1, 13], {}, "Token ids are whole numbers from 0 to 12, not 13"],
    [[1.5], {}, "not 1.5"],
    [[1], { logitBias: new Map([[99, 1]]) }, "not 99"],
    [[1], { maxTokens: 0 }, "maxTokens cannot be 0"],
    [[1], { temperature: Number.NaN }, "The temperature is 0 or more, not NaN"],
  ])("a request that cannot be computed is refused before it waits: %j %j", (prompt, settings, message) => {
    expect(() => sampler.sample(aRequest(prompt, settings))).toThrow(message);
  });
});

test("a row whose numbers are not finite fails alone, and its place serves the next", async () => {
  const config = smallConfig({ hasTiedHead: false });
  const healthy = livelyParameters(config, 3);
  const embedding = healthy.get("model.embed_tokens.weight");
  const data = Float32Array.from(embedding?.data ?? []).fill(Number.NaN, 5 * config.width, 6 * config.width);
  const damaged = new Map(healthy).set("model.embed_tokens.weight", { shape: embedding?.shape ?? [], data });
  const sampler = await openSampler(damaged, config, { slots: 2 });
  const withoutFive = { logitBias: new Map([[5, -100]]), maxTokens: 20 };
  const [bad, good, next] = await Promise.allSettled(
    [
      [1, 5, 2],
      [1, 2],
      [3, 4],
    ].map((prompt) => complete(sampler, aRequest(prompt, withoutFive))),
  );
  expect(bad).toMatchObject({ status: "rejected", reason: expect.any(EngineFault) });
  for (const [prompt, result] of [
    [[1, 2], good],
    [[3, 4], next],
  ] as const)
    expectOracle({ parameters: healthy, config, prompt }, result?.status === "fulfilled" ? result.value : []);
  await sampler.close();
});

type Subject = {
  readonly parameters: Parameters;
  readonly config: DecoderConfig;
  readonly prompt: readonly number[];
};

/** Computes the whole text in float64 and compares what the sampler said of each token. */
function expectOracle({ parameters, config, prompt }: Subject, tokens: readonly SampledToken[]): void {
  const logits = plainLogits(parameters, config, [...prompt, ...idsOf(tokens)]);
  expect(tokens.length).toBeGreaterThan(0);
  for (const [index, { id, logprob, top }] of tokens.entries()) {
    const expected = logSoftmax(logits[prompt.length - 1 + index] ?? []);
    expect(Math.abs(logprob - (expected[id] ?? 0))).toBeLessThan(TOLERANCE);
    const best = expected.toSorted((a, b) => b - a);
    for (const [rank, [, alternative]] of top.entries())
      expect(Math.abs(alternative - (best[rank] ?? 0))).toBeLessThan(TOLERANCE);
  }
}

function plainGreedy({ parameters, config, prompt }: Subject, count: number): number[] {
  const ids: number[] = [];
  while (ids.length < count) {
    const last = plainLogits(parameters, config, [...prompt, ...ids]).at(-1) ?? new Float64Array();
    ids.push(last.indexOf(Math.max(...last)));
  }
  return ids;
}
