import { availableParallelism } from "node:os";
import * as ort from "onnxruntime-node";
import type { Session, Tensors } from "#lib/engine/embedded/runtime/session.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { RankedToken, ScoreRequest, Scorer, ScorerOptions, Sequence } from "#lib/engine/port/port.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters } from "../model/parameters.ts";
import {
  emptyScores,
  feedsOf,
  type PackedBatch,
  Packer,
  type Scores,
  scoreBatch,
} from "./packed-runs.internal.ts";
import { leaseSession } from "./session-cache.ts";
import { rankedCount, rankedScoreGraph, scoreGraph } from "./training-graphs.ts";

/** With more tokens in one run, others wait longer; with fewer, the threads have too little to share. */
const TOKEN_BUDGET = 256;
/** A run holds a few arrays of this many numbers for its logits. */
const MAX_LOGITS = 2 ** 26;

/** A scorer of these weights, an adapter merged in already, by the graph that trainers score with. */
export function openScorer(
  parameters: Parameters,
  config: DecoderConfig,
  { tokenBudget, threads = availableParallelism() }: ScorerOptions = {},
): Scorer {
  const { vocabSize, contextLength } = config;
  const packer = new Packer(config, tokenBudget ?? Math.min(TOKEN_BUDGET, Math.ceil(MAX_LOGITS / vocabSize)));
  const key = JSON.stringify([config, null]);
  const plain = leaseSession(`scores ${key}`, () => scoreGraph({ config, adapter: null }), threads);
  const ranked = leaseSession(`ranked scores ${key}`, () => rankedScoreGraph(config), threads);
  const weights = feedsOf(parameters);
  let isClosed = false;

  const score = async (sequences: readonly Sequence[], request: ScoreRequest = {}) => {
    if (isClosed) throw new EngineFault("The scorer is closed; open another one");
    const { topLogprobs, signal, inTurn = (run) => run() } = request;
    const scores = { logprobs: sequences.map(emptyScores), entropies: sequences.map(emptyScores) };
    const rankings = sequences.map(({ tokenIds }) => tokenIds.map(() => NOT_RANKED));
    const runs = { weights, scores, rankings };
    for (const batch of packer.pack(sequences)) {
      signal?.throwIfAborted();
      await inTurn(async () => {
        if (topLogprobs === undefined) await scoreBatch(await plain.session(), weights, { batch, scores });
        else
          await rankBatch(await ranked.session(), {
            ...runs,
            batch,
            columns: rankedCount(config),
            topLogprobs,
          });
      });
    }
    return scores.logprobs.map((logprobs, at) => ({
      logprobs,
      entropies: scores.entropies[at] ?? null,
      ranking: topLogprobs === undefined ? null : (rankings[at] ?? null),
    }));
  };
  return {
    vocabSize,
    contextLength,
    score,
    close: async () => {
      isClosed = true;
      await Promise.all([plain.release(), ranked.release()]);
    },
  };
}

/** For a position without any tokens before it. */
const NOT_RANKED: RankedToken = { rank: 0, top: [] };

type RankedRun = {
  readonly weights: Tensors;
  readonly batch: PackedBatch;
  readonly scores: Scores;
  readonly rankings: readonly RankedToken[][];
  /** Tokens that the graph gives for each place, and how many of them are wanted. */
  readonly columns: number;
  readonly topLogprobs: number;
};

async function rankBatch(
  session: Session,
  { weights, batch, scores, rankings, columns, topLogprobs }: RankedRun,
) {
  const size = batch.shape[0] * batch.shape[1];
  const ranks = new Float32Array(size);
  const ids = new Int32Array(size * columns);
  const logprobs = new Float32Array(size * columns);
  await scoreBatch(
    session,
    weights,
    { batch, scores },
    {
      ranks: new ort.Tensor("float32", ranks, [size, 1]),
      topIds: new ort.Tensor("int32", ids, [size, columns]),
      topLogprobs: new ort.Tensor("float32", logprobs, [size, columns]),
    },
  );
  const count = Math.min(topLogprobs, columns);
  const tokenAt = (place: number): RankedToken => ({
    rank: (ranks[place] ?? 0) + 1,
    top: Array.from({ length: count }, (_, column) => {
      const at = place * columns + column;
      return [ids[at] ?? 0, logprobs[at] ?? 0] as const;
    }),
  });
  for (const { sequence, index, length } of batch.places) {
    const ranking = rankings[sequence];
    for (let at = 0; ranking && at < length; at++) ranking[at + 1] = tokenAt(index + at);
  }
}
