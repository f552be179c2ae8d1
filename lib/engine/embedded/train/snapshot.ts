import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { findTensors, readTensorInto, writeSafetensors } from "../files/safetensors.ts";
import { writeFolder } from "../files/write-folder.ts";
import type { Tensor } from "../model/parameters.ts";
import type { AdamW } from "./adamw.ts";
import type { FlatTensors } from "./flat-tensors.ts";

const STATE_FILE = "state.safetensors";
const SUMMARY_FILE = "snapshot.json";
const FORMAT = 1;

type TrainingState = { readonly trained: FlatTensors; readonly optimizer: AdamW };

/** Writes weights and optimiser state into a new folder, atomically, with a hash. */
export async function writeSnapshot(
  folder: string,
  { trained, optimizer, updates }: TrainingState & { readonly updates: number },
): Promise<void> {
  await writeFolder(folder, async (temporary) => {
    const statePath = join(temporary, STATE_FILE);
    await writeSafetensors(statePath, stateTensors(trained, optimizer));
    const summary = {
      format: FORMAT,
      updates,
      optimizerSteps: optimizer.steps,
      sha256: await hashOf(statePath),
    };
    await writeFile(join(temporary, SUMMARY_FILE), `${JSON.stringify(summary, null, 2)}\n`);
  });
}

/** Takes the state of a snapshot and answers its updates. Throws `CorruptFiles` before anything is changed. */
export async function readSnapshot(folder: string, { trained, optimizer }: TrainingState): Promise<number> {
  const summary = await readSummary(join(folder, SUMMARY_FILE));
  const statePath = join(folder, STATE_FILE);
  const found = await hashOf(statePath);
  if (found !== summary.sha256)
    throw new CorruptFiles(`${statePath} has the hash ${found}; ${summary.sha256} was written`);
  const places = await findTensors(statePath);
  const targets = stateTensors(trained, optimizer);
  for (const [name, { shape }] of targets) {
    const found = places.get(name);
    if (found?.shape.join() !== shape.join())
      throw new CorruptFiles(
        `${statePath}: ${name} is ${found ? `[${found.shape}]` : "missing"}; it should be [${shape}]`,
      );
  }
  for (const [name, { data }] of targets) {
    const stored = places.get(name);
    if (stored) await readTensorInto(data, stored);
  }
  optimizer.steps = summary.optimizerSteps;
  return summary.updates;
}

/** What each tensor's name begins with: weights, and AdamW's first and second moments. */
const PARTS = ["weight/", "first_moment/", "second_moment/"] as const;

function stateTensors(trained: FlatTensors, optimizer: AdamW): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  const arrays = [trained.data, optimizer.firstMoments, optimizer.secondMoments];
  for (const [index, part] of PARTS.entries())
    for (const [name, { shape, start }] of trained.layout.places) {
      const size = trained.tensors.get(name)?.data.length ?? 0;
      const data = arrays[index]?.subarray(start, start + size) ?? new Float32Array();
      tensors.set(part + name, { shape, data });
    }
  return tensors;
}

type Summary = { readonly updates: number; readonly optimizerSteps: number; readonly sha256: string };

async function readSummary(path: string): Promise<Summary> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CorruptFiles(`${path} cannot be read: ${cause}`);
  });
  const value: unknown = parsed(text);
  if (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === FORMAT &&
    "updates" in value &&
    typeof value.updates === "number" &&
    "optimizerSteps" in value &&
    typeof value.optimizerSteps === "number" &&
    "sha256" in value &&
    typeof value.sha256 === "string"
  )
    return { updates: value.updates, optimizerSteps: value.optimizerSteps, sha256: value.sha256 };
  throw new CorruptFiles(`${path} is not a summary of a snapshot of format ${FORMAT}: ${text.slice(0, 200)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash).catch((cause: unknown) => {
    throw new CorruptFiles(`${path} cannot be read: ${cause}`);
  });
  return hash.digest("hex");
}
