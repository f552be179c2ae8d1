import type { RowExample, SftCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { SftSettings } from "#lib/training/plan/sft-settings.ts";
import { readSftRow, renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import { exampleOf } from "./example-of.internal.ts";
import { SUPERVISED_ROWS } from "./row-shape.ts";
import { RowTally } from "./row-tally.internal.ts";

type Settings = { format: ChatFormat; learning: SftSettings; tokenisedCharacters: number };

/** Adds up the lines of a training file as `planSft` will take them. */
export class SftTally extends RowTally<SftRow> {
  readonly #settings: Settings;
  readonly #batchSize: number;
  /** Of the rows that were tokenised. */
  readonly #counts = { tokens: 0, trainable: 0, tooLong: 0, untrainable: 0 };
  readonly #trainedBatches = new Set<number>();
  #longest = 0;
  #example: RowExample | null = null;

  constructor(settings: Settings) {
    super({ line: SUPERVISED_ROWS.line, tokenisedCharacters: settings.tokenisedCharacters });
    this.#settings = settings;
    this.#batchSize = settings.learning.batchSize;
  }

  protected read(line: unknown, number: number): SftRow {
    return readSftRow(line, number);
  }

  protected saidIn({ messages, tools }: SftRow): unknown {
    return [messages, tools];
  }

  protected tokenise(row: SftRow, index: number): void {
    const { format, learning } = this.#settings;
    const sequence = renderRow(row, { format, turns: learning.assistantTurns });
    const counts = this.#counts;
    counts.tokens += sequence.tokenIds.length;
    this.#longest = Math.max(this.#longest, sequence.tokenIds.length);
    if (sequence.tokenIds.length > format.contextLength) counts.tooLong += 1;
    else if (sequence.positions.length === 0) counts.untrainable += 1;
    else {
      counts.trainable += sequence.positions.length;
      this.#trainedBatches.add(Math.floor(index / this.#batchSize));
      this.#example ??= exampleOf(row.line, sequence, format);
    }
  }

  result(): Omit<SftCheck, "seconds"> {
    const { tokens, trainable, tooLong, untrainable } = this.#counts;
    const { counted, perRow, perCharacter } = this.totals();
    return {
      ...counted,
      tokens: perCharacter(tokens),
      trainableTokens: perCharacter(trainable),
      longestRowTokens: this.#longest,
      contextLength: this.#settings.format.contextLength,
      tooLongRows: perRow(tooLong),
      untrainableRows: perRow(untrainable),
      steps: this.#steps(),
      example: this.#example,
    };
  }

  #steps(): number {
    const { counted, tokenisedRows } = this.totals();
    const { isShuffled, epochs } = this.#settings.learning;
    const batchesOf = (rows: number) => Math.ceil(rows / this.#batchSize);
    // In an order of its own, what is left out leaves no gap.
    const trained = isShuffled
      ? batchesOf(tokenisedRows - this.#counts.tooLong - this.#counts.untrainable)
      : this.#trainedBatches.size;
    if (!counted.isEstimated) return epochs * trained;
    return epochs * Math.round((trained / batchesOf(tokenisedRows)) * batchesOf(counted.rows));
  }
}
