import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOwnProcess } from "./in-own-process.ts";
import { type MemoryWork, writeRandomModel } from "./memory.ts";
import { llama } from "./shapes.ts";

/** 33 M parameters, of which what the program itself takes is a small part. */
const CONFIG = llama({ layers: 8, heads: 8, width: 512, ffnWidth: 1376 }, { vocabSize: 16_000 });
/** What is estimated is at least what is measured, and at most so many times it. */
const FACTOR = 1.6;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-memory-"));
  await writeRandomModel(folder, CONFIG);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform !== "linux").each<MemoryWork>(["all weights", "an adapter", "chat", "scores"])(
  "the memory estimated for %s is what it takes, or somewhat more",
  { timeout: 300_000, tags: ["long"] },
  async (work) => {
    const { addedMib, estimatedMib } = await inOwnProcess("memory", { work, folder, config: CONFIG });
    expect(estimatedMib).toBeGreaterThan(addedMib);
    expect(estimatedMib).toBeLessThan(FACTOR * addedMib);
  },
);
