import { dirname } from "node:path";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { SampleRequest, Sampler, SamplerOptions } from "#lib/engine/port/port.ts";
import { requireRequest } from "#lib/engine/port/require-fitting.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import type { Adapter } from "../model/adapter.ts";
import { bytesPerPosition, hasComputedHeads } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters, StoredParameters } from "../model/parameters.ts";
import { Batch } from "./batch.internal.ts";
import { DecodeLoop } from "./decode-loop.internal.ts";
import { DecodeSession } from "./decode-session.internal.ts";
import { Row } from "./row.internal.ts";
import { widenHeads } from "./widen-heads.internal.ts";

export type EmbeddedSamplerOptions = SamplerOptions & {
  /** Weights beyond this are fed with each run instead of standing in the graph. */
  readonly weightBytesInGraph?: number;
  /** Added to the weights within each run instead of being merged in; only where heads are computed as they are. */
  readonly adapter?: Adapter | null;
};

/** Where nothing is said. */
export const CACHE_BYTES = 2 ** 30;

/**
 * A sampler of these weights, an adapter merged in already. Requests are queued when `sample` is called, not when their tokens are first asked
 * for; an iterable that nobody reads keeps its place until its signal aborts.
 */
export async function openSampler(
  parameters: Parameters,
  config: DecoderConfig,
  options: EmbeddedSamplerOptions = {},
): Promise<Sampler> {
  return openWidened(widenHeads(parameters, config), config, options);
}

/** As `openSampler`, of weights that nobody reads: the runtime maps their files. Only where `canMap` says so. */
export function openMappedSampler(
  parameters: StoredParameters,
  config: DecoderConfig,
  options: SamplerOptions = {},
): Promise<Sampler> {
  return openWidened(parameters, config, options);
}

/** Whether weights are computed with as their files have them, all from one folder. */
export function canMap(parameters: StoredParameters, config: DecoderConfig): boolean {
  const folders = new Set([...parameters.values()].map(({ path }) => dirname(path)));
  return hasComputedHeads(config) && folders.size === 1;
}

async function openWidened(
  parameters: Parameters | StoredParameters,
  config: DecoderConfig,
  options: EmbeddedSamplerOptions,
): Promise<Sampler> {
  const { slots = 32, queueDepth = 4096, threads = 1, cacheBytes = CACHE_BYTES } = options;
  const contextLength = Math.min(config.contextLength, Math.floor(cacheBytes / bytesPerPosition(config)));
  const ofWeights = { bytesInGraph: options.weightBytesInGraph, adapter: options.adapter };
  const session = await DecodeSession.open(parameters, config, { contextLength, threads, ...ofWeights });
  const loop = new DecodeLoop(session, new Batch(config, { slots, cacheBytes }), config.vocabSize);
  const { vocabSize } = config;
  let closing: Promise<void> | null = null;
  const sample = (request: SampleRequest) => {
    if (closing) throw new EngineFault("The sampler is closed; open another one");
    requireRequest(request, { vocabSize, contextLength });
    if (loop.waiting >= queueDepth + slots - loop.active)
      throw new RateLimited(`${loop.waiting} completions are already waiting; try again in a moment`, 1);
    const row = new Row(request, contextLength, (changed) => loop.changed(changed));
    if (!row.isOver) loop.add(row);
    return row.channel;
  };
  return {
    vocabSize,
    contextLength,
    hasPenalties: true,
    sample,
    load: () => ({ active: loop.active, waiting: loop.waiting }),
    close: () => {
      closing ??= loop.stop(new EngineFault("The sampler was closed")).then(() => session.release());
      return closing;
    },
  };
}
