import { createHash } from "node:crypto";
import type { RowExample, SftCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { SftSettings } from "#lib/training/plan/sft-settings.ts";
import { parsedLine } from "#lib/training/read-rows.ts";
import { readSftRow, renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import { exampleOf } from "./example-of.internal.ts";
import { SUPERVISED_ROWS } from "./row-shape.ts";

const MAX_PROBLEMS = 20;

type Settings = {
  format: ChatFormat;
  learning: SftSettings;
  /** The most characters to tokenise; the rest is extrapolated from them. */
  tokenisedCharacters: number;
};

/** Adds up the lines of a training file as `planSft` will take them. */
export class SftTally {
  readonly #settings: Settings;
  readonly #batchSize: number;
  readonly #seen = new Set<string>();
  readonly #problems: { line: number; text: string }[] = [];
  /** Of the rows that were tokenised. */
  readonly #tokenised = { rows: 0, characters: 0, tokens: 0, trainable: 0, tooLong: 0, untrainable: 0 };
  readonly #trainedBatches = new Set<number>();
  #rows = 0;
  #characters = 0;
  #duplicates = 0;
  #longest = 0;
  #example: RowExample | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#batchSize = settings.learning.batchSize;
  }

  /** Whether the list of problems is full. */
  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  /** A line of the file, counted from 1. */
  take(text: string, line: number): void {
    if (text.trim() === "") return;
    try {
      this.#takeRow(
        readSftRow(parsedLine(text, { number: line, line: SUPERVISED_ROWS.line }), line),
        text.length,
      );
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.note(line, error.message);
    }
    this.#rows += 1;
  }

  note(line: number, text: string): void {
    if (!this.isFull) this.#problems.push({ line, text });
  }

  result(): Omit<SftCheck, "seconds"> {
    const { rows, characters, tokens, trainable, tooLong, untrainable } = this.#tokenised;
    const isEstimated = rows > 0 && rows < this.#rows - this.#problems.length;
    const perRow = (amount: number) => (isEstimated ? Math.round((amount / rows) * this.#rows) : amount);
    const perCharacter = (amount: number) =>
      isEstimated ? Math.round((amount / characters) * this.#characters) : amount;
    const examined = Math.ceil(rows / this.#batchSize);
    const batches = Math.ceil(this.#rows / this.#batchSize);
    const { isShuffled, epochs } = this.#settings.learning;
    // In an order of its own, what is left out leaves no gap.
    const trained = isShuffled
      ? Math.ceil((rows - tooLong - untrainable) / this.#batchSize)
      : this.#trainedBatches.size;
    return {
      rows: this.#rows,
      tokens: perCharacter(tokens),
      trainableTokens: perCharacter(trainable),
      longestRowTokens: this.#longest,
      contextLength: this.#settings.format.contextLength,
      tooLongRows: perRow(tooLong),
      untrainableRows: perRow(untrainable),
      duplicateRows: this.#duplicates,
      isEstimated,
      steps: epochs * (isEstimated ? Math.round((trained / examined) * batches) : trained),
      problems: this.#problems,
      example: this.#example,
    };
  }

  #takeRow(row: SftRow, characters: number): void {
    const hash = createHash("sha256")
      .update(JSON.stringify([row.messages, row.tools]))
      .digest("base64");
    if (this.#seen.has(hash)) this.#duplicates += 1;
    this.#seen.add(hash);
    this.#characters += characters;
    if (this.#tokenised.characters < this.#settings.tokenisedCharacters) this.#tokenise(row, characters);
  }

  #tokenise(row: SftRow, characters: number): void {
    const { format, learning } = this.#settings;
    const sequence = renderRow(row, { format, turns: learning.assistantTurns });
    const counts = this.#tokenised;
    counts.rows += 1;
    counts.characters += characters;
    counts.tokens += sequence.tokenIds.length;
    this.#longest = Math.max(this.#longest, sequence.tokenIds.length);
    if (sequence.tokenIds.length > format.contextLength) counts.tooLong += 1;
    else if (sequence.positions.length === 0) counts.untrainable += 1;
    else {
      counts.trainable += sequence.positions.length;
      this.#trainedBatches.add(Math.floor(this.#rows / this.#batchSize));
      this.#example ??= exampleOf(row.line, sequence, format);
    }
  }
}
