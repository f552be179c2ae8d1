import { createHash } from "node:crypto";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { encodePreferenceRow } from "#lib/training/preference/encode-preferences.ts";
import { trainedSequences } from "#lib/training/preference/preference-example.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import type { PreferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { parsedLine } from "#lib/training/read-rows.ts";
import { exampleOf } from "./example-of.internal.ts";
import { preferenceRows } from "./row-shape.ts";

const MAX_PROBLEMS = 20;

/** How often the reference reads the data; of `kto` also each reply after another prompt. */
const READINGS: { readonly [L in PreferenceLoss]: number } = {
  dpo: 1,
  ipo: 1,
  simpo: 0,
  cpo: 0,
  orpo: 0,
  kto: 2,
  rwr: 0,
};

type Settings = {
  format: ChatFormat;
  settings: PreferenceSettings;
  /** Characters that are tokenised at most; what comes after them is estimated from them. */
  tokenisedCharacters: number;
};

/** Adds up the lines of preference data as `planPreference` will take them. */
export class PreferenceTally {
  readonly #settings: Settings;
  readonly #shape: ReturnType<typeof preferenceRows>;
  readonly #seen = new Set<string>();
  readonly #problems: { line: number; text: string }[] = [];
  /** Of the rows that were tokenised. */
  readonly #tokenised = { rows: 0, characters: 0, tokens: 0, trainable: 0, tooLong: 0, examples: 0 };
  #rows = 0;
  #characters = 0;
  #duplicates = 0;
  #longest = 0;
  #examples: PreferenceCheck["examples"] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#shape = preferenceRows(settings.settings.loss);
  }

  /** Whether no more problems are listed. */
  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  /** A line of the file, counted from 1. */
  take(text: string, line: number): void {
    if (text.trim() === "") return;
    try {
      this.#takeRow(
        this.#shape.read(parsedLine(text, { number: line, line: this.#shape.line }), line),
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

  result(): Omit<PreferenceCheck, "seconds"> {
    const { settings, format } = this.#settings;
    const { rows, characters, tokens, trainable, tooLong, examples } = this.#tokenised;
    const isEstimated = rows > 0 && rows < this.#rows - this.#problems.length;
    const perRow = (amount: number) => (isEstimated ? Math.round((amount / rows) * this.#rows) : amount);
    const perCharacter = (amount: number) =>
      isEstimated ? Math.round((amount / characters) * this.#characters) : amount;
    const allTokens = perCharacter(tokens);
    return {
      rows: this.#rows,
      tokens: allTokens,
      trainableTokens: perCharacter(trainable),
      referenceTokens: allTokens * READINGS[settings.loss],
      longestRowTokens: this.#longest,
      contextLength: format.contextLength,
      tooLongRows: perRow(tooLong),
      duplicateRows: this.#duplicates,
      isEstimated,
      steps: Math.ceil(perRow(examples) / settings.batchSize) * settings.epochs,
      problems: this.#problems,
      examples: this.#examples,
    };
  }

  #takeRow(row: PreferenceRow, characters: number): void {
    const { line: _, weight: __, ...said } = row;
    const hash = createHash("sha256").update(JSON.stringify(said)).digest("base64");
    if (this.#seen.has(hash)) this.#duplicates += 1;
    this.#seen.add(hash);
    this.#characters += characters;
    if (this.#tokenised.characters < this.#settings.tokenisedCharacters) this.#tokenise(row, characters);
  }

  #tokenise(row: PreferenceRow, characters: number): void {
    const { format, settings } = this.#settings;
    const within = (contextLength: number) =>
      encodePreferenceRow(row, null, { loss: settings.loss, format, contextLength });
    const all = within(Number.POSITIVE_INFINITY);
    const longest = Math.max(...all.flatMap(trainedSequences).map(({ tokenIds }) => tokenIds.length));
    const examples = longest > format.contextLength ? within(format.contextLength) : all;
    const sequences = examples.flatMap(trainedSequences);
    const counts = this.#tokenised;
    counts.rows += 1;
    counts.characters += characters;
    counts.examples += examples.length;
    if (examples.length === 0) counts.tooLong += 1;
    for (const { tokenIds, positions } of sequences) {
      counts.tokens += tokenIds.length;
      counts.trainable += positions.length;
    }
    this.#longest = Math.max(this.#longest, longest);
    if (this.#examples.length === 0)
      this.#examples = sequences.slice(0, 2).map((sequence) => exampleOf(row.line, sequence, format));
  }
}
