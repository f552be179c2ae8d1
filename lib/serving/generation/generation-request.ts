/** What is to be generated, as plain data: it travels from the process that was asked to the one that samples. */
export type GenerationRequest = {
  /** In the OpenAI form, as sent. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** In the OpenAI form, as sent; empty for none. */
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly toolChoice: ToolChoice;
  /** Further variables of the chat template. */
  readonly templateKwargs: Readonly<Record<string, unknown>>;
  readonly output: OutputForm;
  /** How many completions of the one prompt. */
  readonly choices: number;
  /** Null is as many as the context holds. */
  readonly maxTokens: number | null;
  /** No end before so many tokens. */
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
};

/** Whether tools may be called, must be, or which one must be. */
export type ToolChoice = "none" | "auto" | "required" | { readonly name: string };

/** What the text may be. A schema of null allows every JSON object. */
export type OutputForm =
  | { readonly kind: "text" }
  | { readonly kind: "json"; readonly schema: unknown }
  | { readonly kind: "oneOf"; readonly texts: readonly string[] };
