import type { DecoderConfig } from "./decoder-config.ts";

/** The runtime's attention takes heads of a multiple of this width. */
const HEAD_WIDTH_STEP = 16;

/** The width that the runtime computes heads with. */
export function computedHeadWidth({ headWidth }: DecoderConfig): number {
  return Math.ceil(headWidth / HEAD_WIDTH_STEP) * HEAD_WIDTH_STEP;
}

/** Whether weights are computed with as they are. */
export function hasComputedHeads(config: DecoderConfig): boolean {
  return computedHeadWidth(config) === config.headWidth;
}

/** Bytes that one position of one row takes in a cache of keys and values, over all layers. */
export function bytesPerPosition(config: DecoderConfig): number {
  return 2 * config.layers * config.kvHeads * computedHeadWidth(config) * Float32Array.BYTES_PER_ELEMENT;
}
