import { createHash } from "node:crypto";
import { isDict } from "#lib/contract/fields.ts";
import { splitNamed } from "#lib/datasets/import/row-shapes.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { parsedLine } from "#lib/training/read-rows.ts";

const MAX_PROBLEMS = 20;

/** Characters of a line that is tokenised at once, which takes 50 ms at most. */
export const SHORT_CHARACTERS = 65_536;

export type Refused = { refused: string };

type Settings = {
  /** What every line has to be, for the reason of one that is not. */
  line: string;
  /** The most characters to tokenise; the rest is extrapolated from them. */
  tokenisedCharacters: number;
};

/** Adds up the lines of a training file: what cannot be read, what comes twice, and how much there is to learn from. */
export abstract class RowTally<Row, Measured extends object> {
  readonly #settings: Settings;
  readonly #seen = new Set<string>();
  readonly #problems: { line: number; text: string }[] = [];
  readonly #tokenised = { rows: 0, characters: 0 };
  readonly #long: { row: Row; index: number; line: number }[] = [];
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
  /** The tokens of a row; throws `Rejected` for one that cannot be written. */
  protected abstract measure(row: Row): Measured;
  /** The same of several, where nobody waits for it. */
  protected abstract measureApart(rows: readonly Row[]): Promise<(Measured | Refused)[]>;
  /** `index` counts rows from 0. */
  protected abstract count(measured: Measured, index: number): void;

  /** Whether the list of problems is full. */
  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  /** A line of the file, counted from 1. */
  take(text: string, line: number): void {
    if (text.trim() === "") return;
    try {
      const parsed = parsedLine(text, { number: line, line: this.#settings.line });
      this.#takeRow(this.read(parsed, line), { line, characters: text.length });
      if (isDict(parsed) && splitNamed(parsed.split) === "held_out") this.#heldOut += 1;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.note(line, error.message);
    }
    this.#rows += 1;
  }

  /** To be called after the last line: tokenises the long rows in a thread. */
  async settle(): Promise<void> {
    const long = this.#long.splice(0);
    if (long.length === 0 || this.isFull) return;
    const measured = await this.measureApart(long.map(({ row }) => row));
    for (const [at, { index, line }] of long.entries()) {
      const one = measured[at];
      if (!one) continue;
      if ("refused" in one) this.note(line, one.refused);
      else this.count(one, index);
    }
    this.#problems.sort((a, b) => a.line - b.line);
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

  #takeRow(row: Row, { line, characters }: { line: number; characters: number }): void {
    const hash = createHash("sha256")
      .update(JSON.stringify(this.saidIn(row)))
      .digest("base64");
    if (this.#seen.has(hash)) this.#duplicates += 1;
    this.#seen.add(hash);
    this.#characters += characters;
    if (this.#tokenised.characters >= this.#settings.tokenisedCharacters) return;
    this.#tokenised.rows += 1;
    this.#tokenised.characters += characters;
    if (characters > SHORT_CHARACTERS) this.#long.push({ row, index: this.#rows, line });
    else this.count(this.measure(row), this.#rows);
  }
}
