import * as ort from "onnxruntime-node";
import { Session, type Tensors } from "#lib/engine/embedded/runtime/session.ts";
import { Graph } from "../graph/graph.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters, StoredParameters } from "../model/parameters.ts";
import { emitDecoder } from "./decode-graph.internal.ts";
import { type GraphWeightOptions, GraphWeights } from "./graph-weights.internal.ts";
import type { CacheTensors } from "./key-value-cache.internal.ts";

/** One new token for each of some rows. */
export type DecodeStep = {
  readonly tokenIds: readonly number[];
  /** By row: how many tokens its cache holds before. */
  readonly lengths: readonly number[];
  /** By row: the divisor of the logits for `probabilities`. */
  readonly temperatures: readonly number[];
};

/** The next-token distributions by row: [B][V]. Overwritten by the next step. */
export type Distributions = { readonly logprobs: Float32Array; readonly probabilities: Float32Array };

/** A policy's forward pass, made ready to run over a cache. */
export class DecodeSession {
  readonly #session: Session;
  readonly #weightFeeds: Tensors;
  readonly #vocabSize: number;
  #step: StepTensors;
  /** All tensors of a run over some rows: most runs take those of the run before. Held weakly, so that an idle cache is freed. */
  readonly #bound = new WeakMap<CacheTensors, { step: StepTensors; feeds: Tensors; fetches: Tensors }>();

  private constructor(session: Session, weightFeeds: Tensors, vocabSize: number) {
    this.#session = session;
    this.#weightFeeds = weightFeeds;
    this.#vocabSize = vocabSize;
    this.#step = stepTensors(1, vocabSize);
  }

  static async open(
    parameters: Parameters | StoredParameters,
    config: DecoderConfig,
    { contextLength, threads, ...ofWeights }: { contextLength: number; threads: number } & GraphWeightOptions,
  ): Promise<DecodeSession> {
    const weights = new GraphWeights(new Graph(), parameters, ofWeights);
    emitDecoder(weights, config, contextLength);
    const session = await Session.open(weights.graph, { threads, hasVaryingShapes: true });
    return new DecodeSession(session, weights.feeds, config.vocabSize);
  }

  /** Decodes one token of each row that `cache` shows, and writes its keys and values there. */
  async decode(step: DecodeStep, cache: CacheTensors): Promise<Distributions> {
    const rows = step.tokenIds.length;
    if (this.#step.rows !== rows) this.#step = stepTensors(rows, this.#vocabSize);
    const tensors = this.#step;
    tensors.ids.set(step.tokenIds);
    tensors.newest.set(step.lengths);
    tensors.total[0] = Math.max(...step.lengths) + 1;
    tensors.inverseTemperature.set(step.temperatures.map((temperature) => 1 / temperature));
    await this.#run(tensors, cache);
    return tensors;
  }

  /** Writes the keys and values of several tokens of one row, which has `length` tokens so far. */
  async prefill(tokenIds: readonly number[], length: number, cache: CacheTensors): Promise<void> {
    const tensors = stepTensors(1, this.#vocabSize, tokenIds.length);
    tensors.ids.set(tokenIds);
    tensors.newest[0] = length + tokenIds.length - 1;
    tensors.total[0] = length + tokenIds.length;
    tensors.inverseTemperature[0] = 1;
    await this.#run(tensors, cache);
  }

  async release(): Promise<void> {
    await this.#session.release();
  }

  #run(step: StepTensors, cache: CacheTensors): Promise<void> {
    const known = this.#bound.get(cache);
    if (known?.step === step) return this.#session.run(known.feeds, known.fetches);
    const feeds = { ...this.#weightFeeds, ...step.feeds, ...cache.feeds };
    const fetches = { ...step.fetches, ...cache.fetches };
    this.#bound.set(cache, { step, feeds, fetches });
    return this.#session.run(feeds, fetches);
  }
}

type StepTensors = ReturnType<typeof stepTensors>;

/** Arrays of one step and the tensors that show them to the runtime. */
function stepTensors(rows: number, vocabSize: number, newTokens = 1) {
  const ids = new Int32Array(rows * newTokens);
  const newest = new Int32Array(rows);
  const total = new Int32Array(1);
  const inverseTemperature = new Float32Array(rows);
  const logprobs = new Float32Array(rows * vocabSize);
  const probabilities = new Float32Array(rows * vocabSize);
  const feeds = {
    ids: new ort.Tensor("int32", ids, [rows, newTokens]),
    newest: new ort.Tensor("int32", newest, [rows]),
    total: new ort.Tensor("int32", total, []),
    inverseTemperature: new ort.Tensor("float32", inverseTemperature, [rows, 1]),
  };
  const fetches = {
    logprobs: new ort.Tensor("float32", logprobs, [rows, vocabSize]),
    probabilities: new ort.Tensor("float32", probabilities, [rows, vocabSize]),
  };
  return { rows, ids, newest, total, inverseTemperature, logprobs, probabilities, feeds, fetches };
}
