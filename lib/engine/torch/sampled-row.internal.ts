import type { SampledToken, SampleRequest } from "#lib/engine/port/port.ts";
import { TokenChannel } from "#lib/engine/port/token-channel.ts";
import type { Arrays } from "./connection.internal.ts";
import type { Fields } from "./wire.internal.ts";

/** One completion on its way, and who reads it. */
export class SampledRow {
  readonly id: number;
  readonly request: SampleRequest;
  readonly channel: TokenChannel;
  /** Tokens that prompt and completion have together at most. */
  readonly limit: number;
  /** The server knows of it; what is said of it later waits for that. */
  sent: Promise<unknown> = Promise.resolve();
  /** There is no more of it, or nobody wants more. */
  isOver = false;
  /** The server has ended it. */
  hasEnded = false;
  readonly #abort: () => void;

  /** Calls `onAbandon` when nobody wants more of it. */
  constructor(id: number, request: SampleRequest, contextLength: number, onAbandon: () => void) {
    const { promptTokenIds, settings, signal } = request;
    this.id = id;
    this.request = request;
    this.limit = Math.min(contextLength, promptTokenIds.length + settings.maxTokens);
    const abandon = () => {
      if (this.isOver) return;
      this.#finish();
      onAbandon();
    };
    this.channel = new TokenChannel({ onProgress: () => undefined, onAbandon: abandon });
    this.#abort = () => {
      this.channel.abort(signal.reason);
      abandon();
    };
    if (signal.aborted) {
      this.isOver = true;
      this.channel.abort(signal.reason);
    } else signal.addEventListener("abort", this.#abort);
  }

  /** As the server is asked for it. */
  fields(): Fields {
    const { promptTokenIds, promptGroup, settings, constraint } = this.request;
    return {
      row: this.id,
      prompt: promptTokenIds,
      group: promptGroup,
      limit: this.limit - promptTokenIds.length,
      is_constrained: constraint !== undefined,
      settings: {
        max_tokens: settings.maxTokens,
        temperature: settings.temperature,
        top_p: settings.topP,
        top_k: settings.topK,
        min_p: settings.minP,
        seed: settings.seed,
        stop_token_ids: settings.stopTokenIds,
        logit_bias: [...settings.logitBias],
        top_logprobs: settings.topLogprobs,
      },
    };
  }

  /** Which of the drawn tokens the constraint allows first; where it allows none of them, all that it does allow. */
  answer(drawn: readonly number[], vocabSize: number): { fields: Fields; arrays: Arrays } {
    const { constraint } = this.request;
    const token = drawn.find((id) => constraint?.allows(id));
    if (token !== undefined) return { fields: { token }, arrays: new Map() };
    const allowed =
      constraint?.allowed?.().filter((id) => id < vocabSize) ??
      Array.from({ length: vocabSize }, (_, id) => id).filter((id) => constraint?.allows(id));
    return { fields: {}, arrays: new Map([["allowed", Int32Array.from(allowed)]]) };
  }

  accept(token: SampledToken, isLast: boolean): void {
    this.request.constraint?.accept(token.id);
    this.channel.push(token);
    if (!isLast) return;
    this.hasEnded = true;
    this.channel.end();
    this.#finish();
  }

  /** Where the server has ended it. */
  fail(error: unknown): void {
    this.hasEnded = true;
    this.giveUp(error);
  }

  /** Where the server still has it. */
  giveUp(error: unknown): void {
    this.channel.fail(error);
    this.#finish();
  }

  #finish(): void {
    this.isOver = true;
    this.request.signal.removeEventListener("abort", this.#abort);
  }
}
