import { availableParallelism } from "node:os";
import type { Trainer, TrainingMethod } from "#lib/engine/port/port.ts";
import { readTensor, readTensorInto } from "../files/safetensors.ts";
import { sharedTensor } from "../files/shared-tensor.ts";
import type { Graph } from "../graph/graph.ts";
import { addsInRun, headPieces, tokensOfRun } from "../memory/run-size.ts";
import { type Adapter, initialAdapter, mergedWeight } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import {
  type Parameters,
  PROJECTIONS,
  type Projection,
  type StoredParameters,
  type StoredTensor,
  type Tensor,
} from "../model/parameters.ts";
import { EmbeddedTrainer } from "./embedded-trainer.internal.ts";
import { type FlatTensors, fillFlat, flatLayout, flatTensors } from "./flat-tensors.ts";
import { leaseSession } from "./session-cache.ts";
import {
  type AdapterForm,
  gradientGraph,
  lowRankNames,
  scoreGraph,
  trainedShapes,
} from "./training-graphs.ts";

export type TrainerSetup = {
  readonly config: DecoderConfig;
  /** The base weights, or their places: training in full reads them where it trains them. They are never changed. */
  readonly parameters: Parameters | StoredParameters;
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

/**
 * Makes a trainer of weights in memory. The same setup, thread count and calls give the same bits on the same machine. Throws where an
 * adapter does not fit the method.
 */
export async function createTrainer(setup: TrainerSetup): Promise<OpenTrainer> {
  const { config, threads = availableParallelism() } = setup;
  const adapter = adapterOf(setup);
  const form = adapter && formOf(adapter);
  const layout = flatLayout(trainedShapes(config, form));
  const tokenBudget = Math.min(setup.tokenBudget ?? TOKEN_BUDGET, tokensOfRun(config));
  const accumulates = addsInRun(layout);
  const graph = { config, adapter: form, pieces: headPieces(config, tokenBudget) };
  const plain = { ...graph, adapter: null };
  const lease = (name: string, ofGraph: object, build: () => Graph) =>
    leaseSession(`${name} ${JSON.stringify(ofGraph)}`, build, threads);
  const base = await baseOf(setup, adapter !== null);
  const trained = flatTensors(layout);
  if (adapter) fillFlat(trained, tensorsOf(adapter));
  else await fillWith(trained, setup);
  return new EmbeddedTrainer({
    config,
    base,
    reference: base ? async () => base : () => readAll(setup),
    trained,
    adapter,
    layout,
    tokenBudget,
    accumulates,
    threads,
    modelFolder: setup.modelFolder ?? null,
    gradient: lease("gradients", { graph, accumulates }, () => gradientGraph({ ...graph, accumulates })),
    score: lease("scores", graph, () => scoreGraph(graph)),
    scoreReference: lease("scores", plain, () => scoreGraph(plain)),
  });
}

/** The weights under an adapter; null where all weights are trained. */
async function baseOf({ parameters }: TrainerSetup, isAdapter: boolean): Promise<Parameters | null> {
  if (!isAdapter) return null;
  const base = new Map<string, Tensor>();
  for (const [name, tensor] of parameters)
    base.set(name, "path" in tensor ? await sharedTensor(tensor) : tensor);
  return base;
}

/** Fills the weights that are trained in full, one tensor after the other, an adapter merged in. */
async function fillWith(trained: FlatTensors, { parameters, adapter }: TrainerSetup): Promise<void> {
  for (const [name, { shape, data }] of trained.tensors) {
    const given = parameters.get(name);
    if (given?.shape.join() !== shape.join())
      throw new Error(`${name} is ${given ? `[${given.shape}]` : "missing"}; it should be [${shape}]`);
    const isMerged = adapter?.pairs.has(projectionOfWeight(name)) ?? false;
    if ("path" in given && !isMerged) await readTensorInto(data, given);
    else data.set((await startOf(name, given, adapter)).data);
  }
}

/** What training in full started from, read again: nobody keeps it in memory for those who do not ask. */
async function readAll({ parameters, adapter }: TrainerSetup): Promise<Parameters> {
  const all = new Map<string, Tensor>();
  for (const [name, given] of parameters) all.set(name, await startOf(name, given, adapter));
  return all;
}

async function startOf(name: string, given: Tensor | StoredTensor, adapter: Adapter | null): Promise<Tensor> {
  const tensor = "path" in given ? await readTensor(given) : given;
  return adapter ? mergedWeight(tensor, adapter, projectionOfWeight(name)) : tensor;
}

function projectionOfWeight(name: string): string {
  return name.replace(/\.weight$/, "");
}

/** The adapter's tensors by their names in the graph. */
function tensorsOf(adapter: Adapter): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  for (const [projection, pair] of adapter.pairs) {
    const { a, b } = lowRankNames(projection);
    tensors.set(a, pair.a).set(b, pair.b);
  }
  return tensors;
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
