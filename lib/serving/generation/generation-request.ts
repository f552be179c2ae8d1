import type { PromptRequest } from "#lib/serving/reading/text-to-read.ts";

/** A generation request as plain data, which the web process sends to the sampler. */
export type GenerationRequest = PromptRequest & {
  readonly output: OutputForm;
  /** How many completions of the one prompt. */
  readonly choices: number;
  /** Null for as many as fit the context. */
  readonly maxTokens: number | null;
  /** The fewest tokens of a reply. */
  readonly minTokens: number;
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly minP: number;
  /** Of the first choice; each further one takes the next number. Null is chosen by chance. */
  readonly seed: number | null;
  readonly stopStrings: readonly string[];
  /** The stop string stays at the end of the text. */
  readonly keepsStopString: boolean;
  readonly stopTokenIds: readonly number[];
  /** The model's own end tokens end nothing. */
  readonly ignoresEnd: boolean;
  readonly keepsSpecialTokens: boolean;
  readonly logitBias: readonly (readonly [tokenId: number, bias: number])[];
  readonly topLogprobs: number;
  /** Null where none of them changes anything. */
  readonly penalties: Penalties | null;
};

/** What tokens lose that came already; repetition also counts the prompt's. */
export type Penalties = {
  readonly presence: number;
  readonly frequency: number;
  readonly repetition: number;
};

/** The constraint on the text. A schema of null allows every JSON object. */
export type OutputForm =
  | { readonly kind: "text" }
  | { readonly kind: "json"; readonly schema: unknown }
  | { readonly kind: "oneOf"; readonly texts: readonly string[] }
  | { readonly kind: "regex"; readonly source: string }
  | { readonly kind: "grammar"; readonly source: string };
