/** What a prompt is made of. */
export type PromptRequest = {
  /** In the OpenAI form, as sent. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** In the OpenAI form, as sent; empty for none. */
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly toolChoice: ToolChoice;
  /** Further variables of the chat template. */
  readonly templateKwargs: Readonly<Record<string, unknown>>;
  readonly promptEnd: PromptEnd;
};

/** How the prompt ends: with the words that ask for a reply, with the messages alone, or with the beginning of the reply. */
export type PromptEnd = "asks" | "messages" | "continues";

/** Whether tools may be called, must be, or which one must be. */
export type ToolChoice = "none" | "auto" | "required" | { readonly name: string };

/** A text to be scored, as plain data: it travels from the process that was asked to the one that computes. */
export type ScoreText =
  /** All tokens of a prompt, as a chat completion would have it. */
  | ({ readonly kind: "prompt" } & PromptRequest)
  /** The tokens of a given reply to a conversation, the one that ends it among them: what training learns of it. */
  | {
      readonly kind: "reply";
      readonly messages: readonly Readonly<Record<string, unknown>>[];
      readonly tools: readonly unknown[];
      readonly reply: string;
    }
  /** Tokens as training made them of a row. */
  | { readonly kind: "tokens"; readonly tokenIds: readonly number[] };

/** Why a text has no tokens. */
export type RefusedText = { readonly refused: string; readonly code: string | null };
