import { ContextTooLong } from "./context-too-long.ts";
import type { SampleRequest, Sequence } from "./port.ts";

/** What a model takes. */
export type ModelSizes = { readonly vocabSize: number; readonly contextLength: number };

/** Throws `ContextTooLong` or `RangeError` where a request cannot be answered. */
export function requireRequest(
  { promptTokenIds, settings }: SampleRequest,
  { vocabSize, contextLength }: ModelSizes,
): void {
  if (promptTokenIds.length === 0)
    throw new RangeError("A prompt must have at least one token; this one has none");
  if (promptTokenIds.length >= contextLength) throw new ContextTooLong(promptTokenIds.length, contextLength);
  const isToken = (id: number) => Number.isInteger(id) && id >= 0 && id < vocabSize;
  const foreign = [...promptTokenIds, ...settings.logitBias.keys()].find((id) => !isToken(id));
  if (foreign !== undefined)
    throw new RangeError(`Token ids are whole numbers from 0 to ${vocabSize - 1}, not ${foreign}`);
  if (!(settings.maxTokens >= 1))
    throw new RangeError(`A completion has at least one token; maxTokens cannot be ${settings.maxTokens}`);
  if (!(settings.temperature >= 0))
    throw new RangeError(`The temperature is 0 or more, not ${settings.temperature}`);
}

/** Throws `RangeError`, with the sequence's number, where one is too long or has a token that is none. */
export function requireSequences(
  sequences: readonly Sequence[],
  { vocabSize, contextLength }: ModelSizes,
): void {
  for (const [index, { tokenIds }] of sequences.entries()) {
    if (tokenIds.length > contextLength)
      throw new RangeError(
        `Sequence ${index} has ${tokenIds.length} tokens; the model was made for ${contextLength}`,
      );
    const strange = tokenIds.find((id) => !Number.isInteger(id) || id < 0 || id >= vocabSize);
    if (strange !== undefined)
      throw new RangeError(
        `Sequence ${index} has the token id ${strange}; ids are whole numbers below ${vocabSize}`,
      );
  }
}

/** Throws `RangeError` where a token has no coefficient, or a coefficient no token. */
export function requireCoefficients(
  sequences: readonly Sequence[],
  coefficients: readonly Float32Array[],
): void {
  if (coefficients.length !== sequences.length)
    throw new RangeError(`${coefficients.length} lists of coefficients for ${sequences.length} sequences`);
  for (const [index, { tokenIds }] of sequences.entries())
    if (coefficients[index]?.length !== tokenIds.length)
      throw new RangeError(
        `Sequence ${index} has ${tokenIds.length} tokens and ${coefficients[index]?.length} coefficients`,
      );
}
