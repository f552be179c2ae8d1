import { availableParallelism } from "node:os";
import type { Trainer, TrainingMethod } from "#lib/engine/port/port.ts";
import { type Adapter, initialAdapter, mergeAdapter } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, PROJECTIONS, type Projection } from "../model/parameters.ts";
import { EmbeddedTrainer } from "./embedded-trainer.internal.ts";
import { flatLayout } from "./flat-tensors.ts";
import { leaseSession } from "./session-cache.ts";
import { type AdapterForm, gradientGraph, scoreGraph, trainedShapes } from "./training-graphs.ts";

export type TrainerSetup = {
  readonly config: DecoderConfig;
  /** The base weights. They are never changed; training in full copies them. */
  readonly parameters: Parameters;
  /** The adapter to continue with; if null, LoRA begins with a fresh one. Full training merges it first. */
  readonly adapter: Adapter | null;
  readonly method: TrainingMethod;
  readonly tokenBudget?: number;
  readonly threads?: number;
  /** The model whose tokenizer and settings `exportPolicy` copies; without it, the caller exports. */
  readonly modelFolder?: string;
};

/** A trainer whose weights can be looked at. */
export type OpenTrainer = Trainer & {
  /** The current weights, adapter included. Trained weights are copies; untouched base weights are the given arrays. */
  parameters(): Parameters;
  /** A copy of the adapter as it is now; null where the model is trained in full. */
  adapter(): Adapter | null;
};

/** Seed of a fresh adapter. */
const ADAPTER_SEED = 3407;
/** With more tokens in one run, a layer's results no longer fit the processor's cache; with fewer, its threads have too little to share. */
const TOKEN_BUDGET = 768;
/** A run holds a few arrays of this many numbers for its logits. */
const MAX_LOGITS = 2 ** 26;

/**
 * Makes a trainer of weights in memory. The same setup, thread count and calls give the same bits on the same machine. Throws where an
 * adapter does not fit the method.
 */
export async function createTrainer(setup: TrainerSetup): Promise<OpenTrainer> {
  const { config, threads = availableParallelism() } = setup;
  const adapter = adapterOf(setup);
  const base =
    adapter === null && setup.adapter ? mergeAdapter(setup.parameters, setup.adapter) : setup.parameters;
  const form = adapter && formOf(adapter);
  const key = JSON.stringify([config, form]);
  return new EmbeddedTrainer({
    config,
    base,
    adapter,
    layout: flatLayout(trainedShapes(config, form)),
    tokenBudget: setup.tokenBudget ?? Math.min(TOKEN_BUDGET, Math.ceil(MAX_LOGITS / config.vocabSize)),
    threads,
    modelFolder: setup.modelFolder ?? null,
    gradient: leaseSession(`gradients ${key}`, () => gradientGraph(config, form), threads),
    score: leaseSession(`scores ${key}`, () => scoreGraph(config, form), threads),
    reference: leaseSession(
      `scores ${JSON.stringify([config, null])}`,
      () => scoreGraph(config, null),
      threads,
    ),
  });
}

/** The adapter to train, or null where all weights are. */
function adapterOf({ config, method, adapter }: TrainerSetup): Adapter | null {
  if (method.mode === "full") return null;
  const { rank, alpha } = method;
  const targets = method.targets.map(projectionOf);
  if (!adapter) return initialAdapter(config, { rank, alpha, targets, seed: ADAPTER_SEED });
  const wanted = summaryOf({ rank, alpha, targets });
  const found = summaryOf(adapter);
  if (wanted !== found)
    throw new Error(
      `The adapter has ${found}, but the method asks for ${wanted}; train it as it was created`,
    );
  return adapter;
}

function projectionOf(target: string): Projection {
  const found = PROJECTIONS.find((projection) => projection === target);
  if (!found)
    throw new Error(`An adapter cannot be put on ${target}; it can be put on ${PROJECTIONS.join(", ")}`);
  return found;
}

function formOf({ rank, alpha, targets }: Adapter): AdapterForm {
  return { rank, alpha, targets: PROJECTIONS.filter((projection) => targets.includes(projection)) };
}

function summaryOf({ rank, alpha, targets }: AdapterForm): string {
  return `rank ${rank}, alpha ${alpha}, targets ${[...targets].sort().join(" ")}`;
}
