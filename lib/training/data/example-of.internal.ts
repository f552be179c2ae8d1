import type { RowExample } from "#lib/contract/training/training-data.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { utf8Stream } from "#lib/engine/text/utf8-stream.ts";
import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";

const MAX_EXAMPLE_TOKENS = 400;

/** A row's tokens as texts, with those that are learned marked; the first of them where there are many. */
export function exampleOf(
  line: number,
  { tokenIds, positions }: TrainableSequence,
  format: ChatFormat,
): RowExample {
  const trained = new Set(positions);
  const text = utf8Stream();
  const shown = tokenIds.slice(0, MAX_EXAMPLE_TOKENS);
  return {
    line,
    tokenCount: tokenIds.length,
    tokens: shown.map((id, at) => ({
      text: text.push(format.tokenizer.tokenBytes(id)),
      isTrained: trained.has(at),
    })),
    isCut: tokenIds.length > shown.length,
  };
}
