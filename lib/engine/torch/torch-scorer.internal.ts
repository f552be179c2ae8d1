import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type {
  RankedScores,
  RankedToken,
  ScoreRequest,
  Scorer,
  ScorerOptions,
  Sequence,
} from "#lib/engine/port/port.ts";
import { requireSequences } from "#lib/engine/port/require-fitting.ts";
import type { RemoteHandle } from "./connection.internal.ts";
import { scoresIn } from "./torch-trainer.internal.ts";
import {
  type Body,
  floatsIn,
  integersIn,
  numberIn,
  sequenceArrays,
  splitBySequence,
} from "./wire.internal.ts";

/** With more tokens in one run, others wait longer. */
const TOKEN_BUDGET = 4096;

export class TorchScorer implements Scorer {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly #handle: RemoteHandle;
  readonly #tokenBudget: number;
  #isClosed = false;

  constructor(handle: RemoteHandle, facts: Body, { tokenBudget = TOKEN_BUDGET }: ScorerOptions) {
    this.#handle = handle;
    this.#tokenBudget = tokenBudget;
    this.vocabSize = numberIn(facts, "vocab_size");
    this.contextLength = numberIn(facts, "context_length");
  }

  async score(sequences: readonly Sequence[], request: ScoreRequest = {}): Promise<RankedScores[]> {
    if (this.#isClosed) throw new EngineFault("The scorer is closed; open another one");
    const { topLogprobs, signal, inTurn = (run) => run() } = request;
    requireSequences(sequences, this);
    const scores: RankedScores[] = [];
    for (const run of runsOf(sequences, this.#tokenBudget)) {
      signal?.throwIfAborted();
      scores.push(...(await inTurn(() => this.#run(run, topLogprobs))));
    }
    return scores;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#handle.close();
  }

  async #run(sequences: readonly Sequence[], topLogprobs: number | undefined): Promise<RankedScores[]> {
    const fields = { token_budget: this.#tokenBudget, top_logprobs: topLogprobs };
    const answer = await this.#handle.call("score", fields, sequenceArrays(sequences));
    const rankings = topLogprobs === undefined ? null : rankingsIn(answer, sequences, topLogprobs);
    return scoresIn(answer, sequences).map((scores, at) => ({ ...scores, ranking: rankings?.[at] ?? null }));
  }
}

/** Sequences in their order, as many in a run as the budget holds, padding included. */
function runsOf(sequences: readonly Sequence[], tokenBudget: number): Sequence[][] {
  const runs: Sequence[][] = [];
  let run: Sequence[] = [];
  let longest = 0;
  for (const sequence of sequences) {
    const length = Math.max(longest, sequence.tokenIds.length);
    if (run.length > 0 && length * (run.length + 1) > tokenBudget) {
      runs.push(run);
      run = [];
      longest = 0;
    }
    run.push(sequence);
    longest = Math.max(longest, sequence.tokenIds.length);
  }
  return run.length > 0 ? [...runs, run] : runs;
}

function rankingsIn(answer: Body, sequences: readonly Sequence[], count: number): RankedToken[][] {
  const ranks = splitBySequence(integersIn(answer, "ranks"), sequences);
  const width = integersIn(answer, "top_ids").length / Math.max(1, integersIn(answer, "ranks").length);
  const ids = splitBySequence(integersIn(answer, "top_ids"), sequences, width);
  const logprobs = splitBySequence(floatsIn(answer, "top_logprobs"), sequences, width);
  return sequences.map(({ tokenIds }, at) =>
    tokenIds.map((_, token) => ({
      rank: ranks[at]?.[token] ?? 0,
      top:
        token === 0
          ? []
          : Array.from({ length: Math.min(count, width) }, (_, column) => {
              const place = token * width + column;
              return [ids[at]?.[place] ?? 0, logprobs[at]?.[place] ?? 0] as const;
            }),
    })),
  );
}
