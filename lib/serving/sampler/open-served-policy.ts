import { access, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import type { DecoderConfig } from "#lib/engine/embedded/model/decoder-config.ts";
import { parameterShapes } from "#lib/engine/embedded/model/parameters.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import type { Engine, SamplerOptions } from "#lib/engine/port/port.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { newId } from "#lib/platform/ids.ts";
import { arrivingPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import type { PolicyStoreOptions } from "./policy-store.ts";
import type { ServedPolicy } from "./sampler-protocol.ts";

const FLOAT_BYTES = 4;
/** Positions that each row may have where all are as long; fewer rows may be longer. */
const USUAL_POSITIONS = 1024;

export type PolicyMemory = Omit<SamplerOptions, "cacheBytes"> & {
  readonly slots: number;
  /** For all policies together. */
  readonly memoryBytes: number;
};

/** How the policies of a store come into memory: their files are verified first, and a base model's chat format is read once. */
export function policyOpening(engine: Engine, { memoryBytes, ...options }: PolicyMemory): PolicyStoreOptions {
  const cacheOf = (config: DecoderConfig) => cacheBytes(config, options.slots, memoryBytes);
  return {
    memoryBytes,
    open: async (policy) => {
      const format = await verifiedFormat(policy);
      const ofPolicy = {
        cacheBytes: cacheOf(await readDecoderConfig(policy.modelFolder)),
        scratchFolder: await preparedPath(arrivingPath(newId())),
      };
      return { format, sampler: await engine.openSampler(policy, { ...options, ...ofPolicy }) };
    },
    openScorer: async (policy) => {
      const format = await verifiedFormat(policy);
      const { threads } = options;
      return { format, scorer: await engine.openScorer(policy, threads === undefined ? {} : { threads }) };
    },
    sizeBytes: async ({ modelFolder, verified }, use) => {
      if (verified) await requireThere(verified);
      const config = await readDecoderConfig(modelFolder);
      return weightBytes(config) + (use === "sample" ? cacheOf(config) : runBytes(config));
    },
    version: async ({ modelFolder, adapterFolder }) => {
      const folders = adapterFolder === null ? [modelFolder] : [modelFolder, adapterFolder];
      return JSON.stringify(await Promise.all(folders.map(filesOf)));
    },
  };
}

async function verifiedFormat({ modelFolder, verified }: ServedPolicy): Promise<ChatFormat> {
  if (verified) await verifyFolder(verified.folder, verified.files);
  return keptChatFormat(modelFolder);
}

/** What distinguishes a folder's files from others of the same names, as for `sharedTensor`. Opening says what is wrong with those that are not there. */
async function filesOf(folder: string): Promise<(string | number)[][]> {
  const names = await readdir(folder).catch(() => []);
  const read = names.filter((name) => READ_FILES.test(name)).sort();
  return Promise.all(
    read.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => null);
      return found ? [name, found.ino, found.size, found.mtimeMs] : [name];
    }),
  );
}

/** A copy that is still being written beside them has another ending. */
const READ_FILES = /^[^.].*\.(?:safetensors|json)$/;

/** Memory of one run of a scorer: its logits, their distribution and the derived values. */
function runBytes({ vocabSize, contextLength }: DecoderConfig): number {
  return 4 * Math.min(contextLength, USUAL_POSITIONS) * vocabSize * FLOAT_BYTES;
}

/** A model that is trained in full is all in its checkpoint, whose size is asked for before its files are hashed. */
async function requireThere({ folder, files }: NonNullable<ServedPolicy["verified"]>): Promise<void> {
  for (const name of Object.keys(files))
    await access(path.join(folder, name)).catch(() => {
      throw new MissingFiles(`${name} of ${path.basename(folder)} is not on this machine`);
    });
}

function weightBytes(config: DecoderConfig): number {
  let numbers = 0;
  for (const shape of parameterShapes(config).values())
    numbers += shape.reduce((product, side) => product * side, 1);
  return numbers * FLOAT_BYTES;
}

/** Memory for the keys and values of all rows decoded together, at their usual length; a policy gets at most half of the memory for them. */
function cacheBytes(config: DecoderConfig, slots: number, memoryBytes: number): number {
  const positions = slots * Math.min(config.contextLength, USUAL_POSITIONS);
  const bytesPerPosition = 2 * config.layers * config.kvHeads * config.headWidth * FLOAT_BYTES;
  return Math.min(positions * bytesPerPosition, memoryBytes / 2);
}
