import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { trainCharacters } from "./characters/train-characters.ts";
import type { measureDecoding } from "./decoding.ts";
import type { measureMemory } from "./memory.ts";
import type { measureSampleMemory } from "./sample-memory.ts";
import type { measureTraining } from "./training.ts";

type Measurements = {
  training: typeof measureTraining;
  decoding: typeof measureDecoding;
  characters: typeof trainCharacters;
  memory: typeof measureMemory;
  "sample-memory": typeof measureSampleMemory;
};

const PROGRAM = path.join(import.meta.dirname, "own-process.ts");
const run = promisify(execFile);

/** Runs a measurement in a process of its own: its memory is its own, and its threads end with it. */
export async function inOwnProcess<M extends keyof Measurements>(
  name: M,
  load: Parameters<Measurements[M]>[0],
): Promise<Awaited<ReturnType<Measurements[M]>>> {
  const { stdout } = await run(process.execPath, [PROGRAM, name, JSON.stringify(load)]);
  return JSON.parse(stdout);
}
