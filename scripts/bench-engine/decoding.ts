import { openSampler } from "#lib/engine/embedded/decode/open-sampler.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { Sampler } from "#lib/engine/port/port.ts";
import { SHAPES, type ShapeName } from "./shapes.ts";
import { medianOf } from "./statistics.ts";

export type DecodingFigures = {
  readonly streams: number;
  /** Of all streams together. */
  readonly bestTokensPerSecond: number;
  readonly medianTokensPerSecond: number;
};

export type DecodingLoad = {
  readonly shape: ShapeName;
  readonly threads: number;
  readonly streams: readonly number[];
  /** How often each is measured. */
  readonly passes: number;
};

const PROMPT = [1, 2, 3, 4, 5, 6, 7, 8];
const TOKENS = 256;

/** Tokens that all streams together get when so many are asked at once, from the request to the last token. */
export async function measureDecoding(load: DecodingLoad): Promise<DecodingFigures[]> {
  const { config } = SHAPES[load.shape];
  const sampler = await openSampler(initialParameters(config, 1), config, {
    threads: load.threads,
    slots: Math.max(...load.streams),
  });
  const figures: DecodingFigures[] = [];
  for (const streams of load.streams) {
    await tokensPerSecond(sampler, streams);
    const speeds: number[] = [];
    for (let pass = 0; pass < load.passes; pass++) speeds.push(await tokensPerSecond(sampler, streams));
    figures.push({
      streams,
      bestTokensPerSecond: Math.max(...speeds),
      medianTokensPerSecond: medianOf(speeds),
    });
  }
  await sampler.close();
  return figures;
}

async function tokensPerSecond(sampler: Sampler, streams: number): Promise<number> {
  const startedAt = performance.now();
  const counts = await Promise.all(Array.from({ length: streams }, (_, seed) => countTokens(sampler, seed)));
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  return tokens / ((performance.now() - startedAt) / 1000);
}

async function countTokens(sampler: Sampler, seed: number): Promise<number> {
  let count = 0;
  const { signal } = new AbortController();
  const settings = { ...PLAIN, seed };
  for await (const _ of sampler.sample({ promptTokenIds: PROMPT, settings, fairnessKey: "bench", signal }))
    count++;
  return count;
}

const PLAIN = {
  maxTokens: TOKENS,
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  stopTokenIds: [],
  logitBias: new Map<number, number>(),
  topLogprobs: 0,
};
