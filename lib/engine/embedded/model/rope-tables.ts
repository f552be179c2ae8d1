import type { DecoderConfig, RopeConfig } from "./decoder-config.ts";

export type RopeTables = { readonly cos: Float32Array; readonly sin: Float32Array };

/**
 * Cosine and sine of the angle by which RoPE turns each pair of channels, by position: [length, headWidth / 2]. Channel i is paired with
 * channel i + headWidth / 2, as Hugging Face's `rotate_half` does it.
 */
export function ropeTables(config: DecoderConfig, length: number): RopeTables {
  const frequencies = ropeFrequencies(config.rope, config.headWidth);
  const half = frequencies.length;
  const cos = new Float32Array(length * half);
  const sin = new Float32Array(length * half);
  for (let position = 0; position < length; position++)
    for (const [channel, frequency] of frequencies.entries()) {
      cos[position * half + channel] = Math.cos(position * frequency);
      sin[position * half + channel] = Math.sin(position * frequency);
    }
  return { cos, sin };
}

/** Radians per position of each channel pair: `theta^(-2i / headWidth)`, slowed down where the model stretches its context. */
function ropeFrequencies({ theta, scaling }: RopeConfig, headWidth: number): number[] {
  const plain = Array.from({ length: headWidth / 2 }, (_, pair) => theta ** ((-2 * pair) / headWidth));
  return scaling === null ? plain : plain.map((frequency) => stretched(frequency, scaling));
}

/**
 * Llama 3.1's stretching: channels that turn often within the original context stay, those that turn seldom are slowed by `factor`,
 * and between the two the change is gradual.
 */
function stretched(frequency: number, scaling: NonNullable<RopeConfig["scaling"]>): number {
  const turns = (scaling.originalContextLength * frequency) / (2 * Math.PI);
  const { lowFrequencyFactor: low, highFrequencyFactor: high } = scaling;
  const kept = Math.min(1, Math.max(0, (turns - low) / (high - low)));
  return kept * frequency + ((1 - kept) * frequency) / scaling.factor;
}
