import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { RowExample } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { encodePreferenceRow } from "#lib/training/preference/encode-preferences.ts";
import { trainedSequences } from "#lib/training/preference/preference-example.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import { type RowOptions, renderRow, type SftRow } from "#lib/training/trajectories/render-row.ts";
import { exampleOf } from "./example-of.internal.ts";

/** How much a row gives to read and to learn. */
export type MeasuredSft = { tokens: number; trainable: number; example: RowExample | null };

export type MeasuredPreference = {
  tokens: number;
  trainable: number;
  /** Of its longest side, whether it fits or not. */
  longest: number;
  /** How many examples it makes. */
  made: number;
  examples: RowExample[];
};

type Showing = {
  /** Whether somebody will look at the row as its tokens. */
  withExample: boolean;
};

export function measureSft(row: SftRow, { withExample, ...options }: RowOptions & Showing): MeasuredSft {
  const sequence = renderRow(row, options);
  return {
    tokens: sequence.tokenIds.length,
    trainable: sequence.positions.length,
    example: withExample ? exampleOf(row.line, sequence, options.format) : null,
  };
}

export function measurePreference(
  row: PreferenceRow,
  { format, loss, withExample }: { format: ChatFormat; loss: PreferenceLoss } & Showing,
): MeasuredPreference {
  const within = (contextLength: number) => encodePreferenceRow(row, null, { loss, format, contextLength });
  const all = within(Number.POSITIVE_INFINITY);
  const longest = Math.max(...all.flatMap(trainedSequences).map(({ tokenIds }) => tokenIds.length));
  const examples = longest > format.contextLength ? within(format.contextLength) : all;
  const sequences = examples.flatMap(trainedSequences);
  return {
    tokens: sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0),
    trainable: sequences.reduce((sum, { positions }) => sum + positions.length, 0),
    longest,
    made: examples.length,
    examples: sequences
      .slice(0, withExample ? 2 : 0)
      .map((sequence) => exampleOf(row.line, sequence, format)),
  };
}
