import { computedHeadWidth } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { Parameters, Tensor } from "../model/parameters.ts";

/**
 * The same model with heads of `computedHeadWidth`: the new channels are 0 and come after each half of a head, so that RoPE still pairs the
 * same channels. A norm over the wider head, with ε · narrow/wide, is too large by √(wide/narrow); its weights compensate for that.
 */
export function widenHeads(parameters: Parameters, config: DecoderConfig): Parameters {
  const [narrow, wide] = [config.headWidth, computedHeadWidth(config)];
  if (narrow === wide) return parameters;
  return new Map(
    [...parameters].map(([name, tensor]) => {
      if (/\.[qkv]_proj\./.test(name)) return [name, widenRows(tensor, narrow, wide)];
      if (name.endsWith(".o_proj.weight")) return [name, widenColumns(tensor, narrow, wide)];
      if (/\.[qk]_norm\./.test(name)) return [name, scaled(widenRows(tensor, narrow, wide), narrow / wide)];
      return [name, tensor];
    }),
  );
}

function widenRows({ shape, data }: Tensor, narrow: number, wide: number): Tensor {
  const [rows = 0, ...rest] = shape;
  const rowSize = data.length / rows;
  const widened = new Float32Array((data.length / narrow) * wide);
  for (let row = 0; row < rows; row++)
    widened.set(data.subarray(row * rowSize, (row + 1) * rowSize), widenedIndex(row, narrow, wide) * rowSize);
  return { shape: [(rows / narrow) * wide, ...rest], data: widened };
}

function widenColumns({ shape, data }: Tensor, narrow: number, wide: number): Tensor {
  const widened = new Float32Array((data.length / narrow) * wide);
  // Rows hold whole heads, so an index into the matrix is widened like an index into a row.
  for (const [index, value] of data.entries()) widened[widenedIndex(index, narrow, wide)] = value;
  return { shape: [shape[0] ?? 0, ((shape[1] ?? 0) / narrow) * wide], data: widened };
}

function widenedIndex(index: number, narrow: number, wide: number): number {
  const channel = index % narrow;
  const head = (index - channel) / narrow;
  return head * wide + (channel < narrow / 2 ? channel : channel + (wide - narrow) / 2);
}

function scaled({ shape, data }: Tensor, square: number): Tensor {
  return { shape, data: data.map((value) => value * Math.sqrt(square)) };
}
