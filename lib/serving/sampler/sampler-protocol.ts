import * as z from "zod/mini";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import type { GenerationRequest } from "#lib/serving/generation/generation-request.ts";
import type { ScoreText } from "#lib/serving/reading/text-to-read.ts";

/** What the web process sends to the sampler: `POST /generate`, answered by a line of JSON for each generation event. */
export type GenerateCall = {
  readonly policy: ServedPolicy;
  /** Whose turn it is: keys alternate. */
  readonly fairnessKey: string;
  readonly request: GenerationRequest;
};

/** `POST /score`, answered by `{"scores": TextScores[]}`. */
export type ScoreCall = {
  readonly policy: ServedPolicy;
  /** Whose turn it is: keys alternate. */
  readonly fairnessKey: string;
  readonly texts: readonly ScoreText[];
  /** How many of the most probable tokens to give with each; null gives neither them nor ranks. */
  readonly topLogprobs: number | null;
};

/** Weights to sample from; `verified` names the folder whose files must still be what was written. */
export type ServedPolicy = PolicyFiles & {
  readonly verified: {
    readonly folder: string;
    readonly files: Readonly<Record<string, { readonly sha256: string; readonly sizeBytes: number }>>;
  } | null;
};

/** Why nothing, or no more, comes: the body of any answer but 200, or the last line of a stream. */
export const SamplerFault = z.object({
  fault: z.object({
    kind: z.enum(["rate_limited", "rejected", "corrupt", "missing", "busy", "failed"]),
    message: z.string(),
    code: z._default(z.nullable(z.string()), null),
    param: z._default(z.nullable(z.string()), null),
    retryAfterSeconds: z._default(z.number(), 1),
  }),
});
export type SamplerFault = z.output<typeof SamplerFault>;

/** `GET /health`: rows that are decoding, requests that wait, policies in memory. */
export const SamplerHealth = z.object({ active: z.number(), waiting: z.number(), policies: z.number() });
export type SamplerHealth = z.output<typeof SamplerHealth>;
