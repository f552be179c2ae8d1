// `npm run pretrain`: makes the base model that ships, spindle-mini, from nothing: corpus, vocabulary, training, files, figures.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { exportModel } from "#lib/engine/embedded/files/export-model.ts";
import type { OpenTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { trainingExercise } from "./mini/corpus/corpus.ts";
import { openEncoder } from "./mini/encode.ts";
import { figuresTable, judge, missedAims } from "./mini/judge.ts";
import { SHAPE } from "./mini/model/shape.ts";
import { writeTextFiles } from "./mini/model/text-files.ts";
import { modelCard } from "./mini/model-card.ts";
import { RECIPE } from "./mini/pretrain/recipe.ts";
import { train } from "./mini/pretrain/train.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

const { values } = parseArgs({
  options: {
    out: { type: "string", default: path.join(ROOT, "lib/models/base-models/spindle-mini") },
    work: { type: "string", default: path.join(ROOT, ".cache/spindle-mini") },
    threads: { type: "string", default: "2" },
    steps: { type: "string", default: String(RECIPE.steps) },
  },
});
const threads = Number(values.threads);
const textFolder = path.join(values.work, "text");
const candidate = path.join(values.work, "candidate");

mkdirSync(textFolder, { recursive: true });
await writeTextFiles(textFolder);
const encode = await openEncoder(textFolder);
const runFolder = path.join(values.work, runName());
const trainer = await train({ runFolder, encode, threads, steps: Number(values.steps), log: console.log });
await writeCandidate(trainer);
await trainer.close();
await judgeAndShip(trainer.parameterCount);

/** A run that was interrupted continues only where nothing that it depends on has changed. */
function runName(): string {
  const corpus = Array.from({ length: 1000 }, (_, number) => trainingExercise(number));
  const tokenizer = readFileSync(path.join(textFolder, "tokenizer.json"), "utf8");
  return hashOf(JSON.stringify([RECIPE, SHAPE, corpus, tokenizer])).slice(0, 12);
}

async function writeCandidate(trained: OpenTrainer): Promise<void> {
  rmSync(candidate, { recursive: true, force: true });
  mkdirSync(candidate);
  await exportModel(candidate, { config: SHAPE, parameters: trained.parameters(), textFolder });
}

/** A model that misses an aim takes nobody's place. */
async function judgeAndShip(parameterCount: number): Promise<void> {
  const figures = await judge(candidate, { threads });
  console.log(figuresTable(figures));
  const sha256 = hashOf(readFileSync(path.join(candidate, "model.safetensors")));
  console.log(`model.safetensors ${sha256}`);
  const missed = missedAims(figures);
  if (missed.length > 0) {
    console.error(`${missed.join("\n")}\nThe model stays in ${candidate}; ${values.out} is as it was.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(path.join(candidate, "README.md"), modelCard({ figures, sha256, parameterCount }));
  rmSync(values.out, { recursive: true, force: true });
  cpSync(candidate, values.out, { recursive: true });
  console.log(`${values.out} is the new spindle-mini.`);
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
