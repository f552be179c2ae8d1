import type { DecoderConfig } from "../model/decoder-config.ts";

const FLOAT_BYTES = 4;
/** What the layers of a run keep for the way back, at most; a sequence that needs more has a run to itself. */
const LAYERS_BYTES = 640 * 2 ** 20;
/** What one piece of the head's rows is wide, at most. */
const PIECE_BYTES = 2 ** 25;
/** Rows come in multiples of 32, and their pieces are equal. */
const MAX_PIECES = 16;
/** Gradients that are larger have no second array to be added from. */
const SEPARATE_SUM_BYTES = 2 ** 26;

/** The most tokens that are computed together. */
export function tokensOfRun(config: DecoderConfig): number {
  return Math.max(1, Math.floor(LAYERS_BYTES / layerBytes(config)));
}

/** What all layers keep of a token, without the shares of its attention. */
export function layerBytes({ layers, width, heads, kvHeads, headWidth, ffnWidth }: DecoderConfig): number {
  const ofAttention = 5 * width + 4 * heads * headWidth + 5 * kvHeads * headWidth;
  const ofFeedForward = 2 * width + 5 * ffnWidth;
  return layers * (ofAttention + ofFeedForward) * FLOAT_BYTES;
}

/** In how many parts the rows of a run of so many tokens go through the head. */
export function headPieces({ vocabSize }: DecoderConfig, tokens: number): number {
  let pieces = 1;
  while (pieces < MAX_PIECES && (tokens * vocabSize * FLOAT_BYTES) / pieces > PIECE_BYTES) pieces *= 2;
  return pieces;
}

/** Whether a run adds its gradients to the sum itself. */
export function addsInRun({ length }: { readonly length: number }): boolean {
  return length * FLOAT_BYTES > SEPARATE_SUM_BYTES;
}
