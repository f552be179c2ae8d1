import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { encodePreferenceRow } from "#lib/training/preference/encode-preferences.ts";
import { trainedSequences } from "#lib/training/preference/preference-example.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import type { PreferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { exampleOf } from "./example-of.internal.ts";
import { preferenceRows } from "./row-shape.ts";
import { RowTally } from "./row-tally.internal.ts";

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

type Settings = { format: ChatFormat; settings: PreferenceSettings; tokenisedCharacters: number };

/** Adds up the lines of preference data as `planPreference` will take them. */
export class PreferenceTally extends RowTally<PreferenceRow> {
  readonly #settings: Settings;
  readonly #shape: ReturnType<typeof preferenceRows>;
  /** Of the rows that were tokenised. */
  readonly #counts = { tokens: 0, trainable: 0, tooLong: 0, examples: 0 };
  #longest = 0;
  #examples: PreferenceCheck["examples"] = [];

  constructor(settings: Settings) {
    const shape = preferenceRows(settings.settings.loss);
    super({ line: shape.line, tokenisedCharacters: settings.tokenisedCharacters });
    this.#settings = settings;
    this.#shape = shape;
  }

  protected read(line: unknown, number: number): PreferenceRow {
    return this.#shape.read(line, number);
  }

  protected saidIn({ line: _, weight: __, ...said }: PreferenceRow): unknown {
    return said;
  }

  protected tokenise(row: PreferenceRow): void {
    const { format, settings } = this.#settings;
    const within = (contextLength: number) =>
      encodePreferenceRow(row, null, { loss: settings.loss, format, contextLength });
    const all = within(Number.POSITIVE_INFINITY);
    const longest = Math.max(...all.flatMap(trainedSequences).map(({ tokenIds }) => tokenIds.length));
    const examples = longest > format.contextLength ? within(format.contextLength) : all;
    const sequences = examples.flatMap(trainedSequences);
    const counts = this.#counts;
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

  result(): Omit<PreferenceCheck, "seconds"> {
    const { settings, format } = this.#settings;
    const { tokens, trainable, tooLong, examples } = this.#counts;
    const { counted, perRow, perCharacter } = this.totals();
    const allTokens = perCharacter(tokens);
    return {
      ...counted,
      tokens: allTokens,
      trainableTokens: perCharacter(trainable),
      referenceTokens: allTokens * READINGS[settings.loss],
      longestRowTokens: this.#longest,
      contextLength: format.contextLength,
      tooLongRows: perRow(tooLong),
      steps: Math.ceil(perRow(examples) / settings.batchSize) * settings.epochs,
      examples: this.#examples,
    };
  }
}
