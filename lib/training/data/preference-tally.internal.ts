import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { PreferenceCheck } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import type { PreferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { type MeasuredPreference, measurePreference } from "./measure-row.internal.ts";
import { measurePreferencesApart } from "./measure-rows.internal.ts";
import { preferenceRows } from "./row-shape.ts";
import { type Refused, RowTally } from "./row-tally.internal.ts";

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
export class PreferenceTally extends RowTally<PreferenceRow, MeasuredPreference> {
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

  protected measure(row: PreferenceRow): MeasuredPreference {
    const { format, settings } = this.#settings;
    return measurePreference(row, {
      format,
      loss: settings.loss,
      withExample: this.#examples.length === 0,
    });
  }

  protected measureApart(rows: readonly PreferenceRow[]): Promise<(MeasuredPreference | Refused)[]> {
    const { format, settings } = this.#settings;
    return measurePreferencesApart(rows, { format, loss: settings.loss });
  }

  protected count({ tokens, trainable, longest, made, examples }: MeasuredPreference): void {
    const counts = this.#counts;
    counts.examples += made;
    if (made === 0) counts.tooLong += 1;
    counts.tokens += tokens;
    counts.trainable += trainable;
    this.#longest = Math.max(this.#longest, longest);
    if (this.#examples.length === 0) this.#examples = examples;
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
