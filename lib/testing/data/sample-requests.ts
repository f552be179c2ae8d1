import type { SampledToken, SampleRequest, Sampler, SamplingSettings } from "#lib/engine/port/port.ts";

/** A request that samples 16 tokens at temperature 1 without filters by default. */
export function aRequest(
  promptTokenIds: readonly number[],
  settings: Partial<SamplingSettings> = {},
  rest: Partial<SampleRequest> = {},
): SampleRequest {
  return {
    promptTokenIds,
    fairnessKey: "somebody",
    signal: new AbortController().signal,
    ...rest,
    settings: { ...SETTINGS, ...settings },
  };
}

export const SETTINGS: SamplingSettings = {
  maxTokens: 16,
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  seed: 1,
  stopTokenIds: [],
  logitBias: new Map(),
  topLogprobs: 0,
};

export function complete(sampler: Sampler, request: SampleRequest): Promise<SampledToken[]> {
  return readAll(sampler.sample(request));
}

export async function readAll(tokens: AsyncIterable<SampledToken>): Promise<SampledToken[]> {
  const read: SampledToken[] = [];
  for await (const token of tokens) read.push(token);
  return read;
}

export function idsOf(tokens: readonly SampledToken[]): number[] {
  return tokens.map(({ id }) => id);
}
