import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PolicyFiles, Sampler, SamplerOptions } from "#lib/engine/port/port.ts";
import { readPolicy } from "../files/open-policy.ts";
import { readDecoderConfig } from "../files/read-decoder-config.ts";
import { findParameters } from "../files/read-parameters.ts";
import { writeMerged } from "../files/write-merged.ts";
import { leastCacheBytes, requireMemory, samplingBytes } from "../memory/memory-need.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { StoredParameters } from "../model/parameters.ts";
import { CACHE_BYTES, canMap, openMappedSampler, openSampler } from "./open-sampler.ts";

/**
 * A sampler of a policy's files. Weights are not read: the runtime maps them and packs each for its products, and what memory they take is
 * that of the packed ones alone. Throws `UnsupportedModel`, `CorruptFiles` or `TooLittleMemory`.
 */
export async function openPolicySampler(policy: PolicyFiles, wanted: SamplerOptions = {}): Promise<Sampler> {
  const config = await readDecoderConfig(policy.modelFolder);
  const base = await findParameters(policy.modelFolder, config);
  const options = { ...wanted, cacheBytes: await affordableCache(config, wanted) };
  const { adapterFolder } = policy;
  let mapped: Sampler | null = null;
  if (canMap(base, config))
    mapped =
      adapterFolder === null
        ? await openMappedSampler(base, config, options)
        : await openMerged({ base, adapterFolder }, config, options);
  return mapped ?? openSampler((await readPolicy(policy)).parameters, config, options);
}

/** As much as is wanted, where that leaves half of the free memory to others; never less than is of use. */
async function affordableCache(
  config: DecoderConfig,
  { cacheBytes = CACHE_BYTES }: SamplerOptions,
): Promise<number> {
  const least = Math.min(cacheBytes, leastCacheBytes(config));
  const left = await requireMemory("This model", samplingBytes(config, least));
  return Math.min(cacheBytes, least + left / 2);
}

/** What the runtime has mapped stays there when the file's name is gone. Null where the disk has no room for the file. */
async function openMerged(
  policy: { base: StoredParameters; adapterFolder: string },
  config: DecoderConfig,
  options: SamplerOptions,
): Promise<Sampler | null> {
  const folder = options.scratchFolder ?? join(tmpdir(), `spindle-merged-${randomUUID()}`);
  try {
    await mkdir(folder);
    return await openMappedSampler(await writeMerged(folder, config, policy), config, options);
  } catch (error) {
    if (isDiskFull(error)) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
