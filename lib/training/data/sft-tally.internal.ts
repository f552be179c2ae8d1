import type { RowExample, SftCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { SftSettings } from "#lib/training/plan/sft-settings.ts";
import { readSftRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import { type MeasuredSft, measureSft } from "./measure-row.internal.ts";
import { measureSftApart } from "./measure-rows.internal.ts";
import { SUPERVISED_ROWS } from "./row-shape.ts";
import { type Refused, RowTally } from "./row-tally.internal.ts";

type Settings = { format: ChatFormat; learning: SftSettings; tokenisedCharacters: number };

/** Adds up the lines of a training file as `planSft` will take them. */
export class SftTally extends RowTally<SftRow, MeasuredSft> {
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

  protected measure(row: SftRow): MeasuredSft {
    const { format, learning } = this.#settings;
    return measureSft(row, {
      format,
      turns: learning.assistantTurns,
      withExample: this.#example === null,
    });
  }

  protected measureApart(rows: readonly SftRow[]): Promise<(MeasuredSft | Refused)[]> {
    const { format, learning } = this.#settings;
    return measureSftApart(rows, { format, turns: learning.assistantTurns });
  }

  protected count({ tokens, trainable, example }: MeasuredSft, index: number): void {
    const counts = this.#counts;
    counts.tokens += tokens;
    this.#longest = Math.max(this.#longest, tokens);
    if (tokens > this.#settings.format.contextLength) counts.tooLong += 1;
    else if (trainable === 0) counts.untrainable += 1;
    else {
      counts.trainable += trainable;
      this.#trainedBatches.add(Math.floor(index / this.#batchSize));
      this.#example ??= example;
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
