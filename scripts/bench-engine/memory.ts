import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { exportModel } from "#lib/engine/embedded/files/export-model.ts";
import {
  leastCacheBytes,
  runBytes,
  samplingBytes,
  scoringBytes,
  stateBytes,
} from "#lib/engine/embedded/memory/memory-need.ts";
import { tokensOfRun } from "#lib/engine/embedded/memory/run-size.ts";
import type { DecoderConfig } from "#lib/engine/embedded/model/decoder-config.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import { GREEDY } from "#lib/engine/port/greedy.ts";
import { samplesOf } from "#lib/training/trainer/samples-of.ts";
import { llama } from "./shapes.ts";
import { randomSequences, trainStep } from "./train-step.ts";

export type MemoryWork = "all weights" | "an adapter" | "chat" | "scores";
export type MemoryLoad = {
  readonly work: MemoryWork;
  readonly folder: string;
  readonly config: DecoderConfig;
};

export type MemoryFigures = {
  /** What the work added to the process, without pages of files, which the kernel can take back. */
  readonly addedMib: number;
  /** The most that the process has held, pages of files and the program itself among it. */
  readonly peakMib: number;
  readonly estimatedMib: number;
  readonly ms: number;
};

/** 124 M parameters: as wide and as deep as GPT-2, and with as many tokens. */
export const GPT2_SIZED = llama(
  { layers: 12, heads: 12, width: 768, ffnWidth: 2048 },
  { vocabSize: 50_257, contextLength: 1024 },
);

const LENGTH = 256;
const TOKEN_BUDGET = 1024;
const RANK = 16;
const MIB = 2 ** 20;

/** Writes random weights as a folder of a base model; memory does not depend on them. */
export async function writeRandomModel(folder: string, config: DecoderConfig): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "README.md"), "Random weights of a benchmark.\n");
  await exportModel(folder, { config, parameters: initialParameters(config, 1), textFolder: folder });
}

/** Does the work as the service does, once. */
export async function measureMemory({ work, folder, config }: MemoryLoad): Promise<MemoryFigures> {
  const before = ownBytes();
  const startedAt = performance.now();
  const policy = { modelFolder: folder, adapterFolder: null };
  if (work === "chat") await chat(policy);
  else if (work === "scores") await score(policy, config);
  else await train(policy, work);
  return {
    addedMib: (ownBytes() - before) / MIB,
    peakMib: process.resourceUsage().maxRSS / 1024,
    estimatedMib: estimatedBytes(work, config) / MIB,
    ms: performance.now() - startedAt,
  };
}

/** What the engine compares with the memory that is free, at its largest. */
function estimatedBytes(work: MemoryWork, config: DecoderConfig): number {
  if (work === "chat") return samplingBytes(config, leastCacheBytes(config));
  if (work === "scores") return scoringBytes(config, 2 * LENGTH);
  const trained = work === "all weights" ? "all" : { rank: RANK, targets: PROJECTIONS };
  const rows = Math.max(1, Math.floor(Math.min(TOKEN_BUDGET, tokensOfRun(config)) / LENGTH));
  return stateBytes(config, trained) + runBytes(config, trained, { rows, length: LENGTH });
}

type Policy = { readonly modelFolder: string; readonly adapterFolder: null };

async function train(policy: Policy, work: MemoryWork): Promise<void> {
  const lora = { mode: "lora", rank: RANK, alpha: 32, targets: PROJECTIONS } as const;
  const method = work === "all weights" ? ({ mode: "full" } as const) : lora;
  const trainer = await embeddedEngine.openTrainer(policy, { method, tokenBudget: TOKEN_BUDGET, threads: 2 });
  const sequences = randomSequences(4, LENGTH + 1, trainer.vocabSize);
  await trainStep(trainer, sequences);
  const samplePrompts = [sequences[0]?.tokenIds.slice(0, 40) ?? []];
  await samplesOf(trainer, { samplePrompts, decode: String, stopTokenIds: [] });
  await trainStep(trainer, sequences);
}

async function chat(policy: Policy): Promise<void> {
  const sampler = await embeddedEngine.openSampler(policy, { threads: 1 });
  const [prompt] = randomSequences(1, 64, sampler.vocabSize);
  const { signal } = new AbortController();
  const request = {
    promptTokenIds: prompt?.tokenIds ?? [],
    settings: { ...GREEDY, maxTokens: 64, stopTokenIds: [] },
    fairnessKey: "bench",
    signal,
  };
  await Array.fromAsync(sampler.sample(request));
}

async function score(policy: Policy, config: DecoderConfig): Promise<void> {
  const scorer = await embeddedEngine.openScorer(policy, { threads: 1 });
  await scorer.score(randomSequences(2, 2 * LENGTH, config.vocabSize));
}

function ownBytes(): number {
  const found = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  if (found === undefined) throw new Error("The system does not say what a process holds; measure on Linux");
  return Number(found) * 1024;
}
