import { createHash } from "node:crypto";
import os from "node:os";
import type { Engine } from "#lib/engine/port/port.ts";
import { env } from "#lib/platform/env.ts";
import { programVersion } from "#lib/platform/program-version.ts";
import { hashOfData } from "#lib/training/data/job-data-file.ts";
import type { Circumstances, Machine } from "#lib/training/made-with.ts";
import { hashFile, hashFolder } from "./hash-folder.ts";
import { HashKeeper } from "./hash-keeper.ts";

/** Base models are large, and each job of a trainer asks for them. */
const baseFiles = new HashKeeper(hashFile);

/** What the weights of a job depend on that this machine would train now. */
export async function circumstancesOf(
  engine: Engine,
  { baseFolder, dataFile }: { baseFolder: string; dataFile: string },
): Promise<Circumstances> {
  return {
    ...machineOf(engine),
    baseHash: await baseHashOf(baseFolder),
    dataHash: await hashOfData(dataFile),
  };
}

export function machineOf({ name, kernels }: Engine): Machine {
  const { TRAIN_THREADS: threads, TRAIN_TOKEN_BUDGET: tokenBudget } = env();
  const processor = `${os.cpus()[0]?.model.trim() || "unknown"} (${os.arch()})`;
  return {
    engine: name,
    kernels: kernels ?? null,
    version: programVersion(),
    processor,
    threads,
    tokenBudget,
  };
}

/** One hash over all files of a base model. */
export async function baseHashOf(folder: string): Promise<string> {
  return createHash("sha256")
    .update(JSON.stringify(await hashFolder(folder, (file) => baseFiles.hashOf(file))))
    .digest("hex");
}
