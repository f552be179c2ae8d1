import { createHash } from "node:crypto";
import { isDict } from "#lib/contract/fields.ts";
import { splitNamed } from "#lib/datasets/import/row-shapes.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { parsedLine } from "#lib/training/read-rows.ts";

const MAX_PROBLEMS = 20;

type Settings = {
  /** What every line has to be, for the reason of one that is not. */
  line: string;
  /** The most characters to tokenise; the rest is extrapolated from them. */
  tokenisedCharacters: number;
};

/** Adds up the lines of a training file: what cannot be read, what comes twice, and how much there is to learn from. */
export abstract class RowTally<Row> {
  readonly #settings: Settings;
  readonly #seen = new Set<string>();
  readonly #problems: { line: number; text: string }[] = [];
  readonly #tokenised = { rows: 0, characters: 0 };
  #rows = 0;
  #characters = 0;
  #duplicates = 0;
  #heldOut = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** A row as its line has it; throws `Rejected` for one that is no such row. */
  protected abstract read(line: unknown, number: number): Row;
  /** What makes two rows the same. */
  protected abstract saidIn(row: Row): unknown;
  /** Counts the tokens of a row; `index` counts rows from 0. */
  protected abstract tokenise(row: Row, index: number): void;

  /** Whether the list of problems is full. */
  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  /** A line of the file, counted from 1. */
  take(text: string, line: number): void {
    if (text.trim() === "") return;
    try {
      const parsed = parsedLine(text, { number: line, line: this.#settings.line });
      this.#takeRow(this.read(parsed, line), text.length);
      if (isDict(parsed) && splitNamed(parsed.split) === "held_out") this.#heldOut += 1;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.note(line, error.message);
    }
    this.#rows += 1;
  }

  note(line: number, text: string): void {
    if (!this.isFull) this.#problems.push({ line, text });
  }

  protected totals() {
    const { rows, characters } = this.#tokenised;
    const isEstimated = rows > 0 && rows < this.#rows - this.#problems.length;
    return {
      counted: {
        rows: this.#rows,
        duplicateRows: this.#duplicates,
        heldOutRows: this.#heldOut,
        isEstimated,
        problems: this.#problems,
      },
      tokenisedRows: rows,
      /** Of all rows, from an amount in those that were tokenised: in proportion to rows, or to characters. */
      perRow: (amount: number) => (isEstimated ? Math.round((amount / rows) * this.#rows) : amount),
      perCharacter: (amount: number) =>
        isEstimated ? Math.round((amount / characters) * this.#characters) : amount,
    };
  }

  #takeRow(row: Row, characters: number): void {
    const hash = createHash("sha256")
      .update(JSON.stringify(this.saidIn(row)))
      .digest("base64");
    if (this.#seen.has(hash)) this.#duplicates += 1;
    this.#seen.add(hash);
    this.#characters += characters;
    if (this.#tokenised.characters >= this.#settings.tokenisedCharacters) return;
    this.#tokenised.rows += 1;
    this.#tokenised.characters += characters;
    this.tokenise(row, this.#rows);
  }
}
