import { Rejected } from "#lib/platform/errors.ts";

/** A prompt that leaves no room for a single token. */
export class ContextTooLong extends Rejected {
  static override readonly meaning: string = "ContextTooLong";
  readonly promptTokens: number;
  readonly contextLength: number;

  constructor(promptTokens: number, contextLength: number) {
    super(
      `The prompt has ${promptTokens} tokens, and prompt and completion together may have ${contextLength}; shorten the prompt`,
    );
    this.promptTokens = promptTokens;
    this.contextLength = contextLength;
  }
}
