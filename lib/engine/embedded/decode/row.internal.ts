import type { SampledToken, SampleRequest } from "#lib/engine/port/port.ts";
import { TokenChannel } from "#lib/engine/port/token-channel.ts";
import type { StoredPast } from "./key-value-cache.internal.ts";
import { TokenCounts } from "./token-counts.internal.ts";

/** One running request: its state so far, and its reader. */
export class Row {
  readonly request: SampleRequest;
  readonly channel: TokenChannel;
  /** Tokens that prompt and completion have together at most. */
  readonly limit: number;
  /** Its place in the batch. */
  slot = 0;
  /** Tokens whose keys and values are in the cache. */
  length = 0;
  /** Its saved cache, if it was preempted. */
  paused: StoredPast | null = null;
  /** The newest token; its keys and values are computed when what follows it is. */
  newest: number;
  completed = 0;
  /** Which tokens came and how often, where that counts. */
  readonly came: TokenCounts | null;
  /** There is no more of it, or nobody wants more. */
  isOver = false;
  readonly #stopTokenIds: ReadonlySet<number>;
  readonly #abort: () => void;

  /** Calls `onChange` when the reader has caught up, and when the row is over before its end. */
  constructor(request: SampleRequest, contextLength: number, onChange: (row: Row) => void) {
    const { promptTokenIds, settings, signal } = request;
    this.request = request;
    this.limit = Math.min(contextLength, promptTokenIds.length + settings.maxTokens);
    this.newest = promptTokenIds.at(-1) ?? 0;
    this.came = settings.penalties ? new TokenCounts(promptTokenIds) : null;
    this.#stopTokenIds = new Set(settings.stopTokenIds);
    const abandon = () => {
      this.#finish();
      onChange(this);
    };
    this.channel = new TokenChannel({ onProgress: () => onChange(this), onAbandon: abandon });
    this.#abort = () => {
      this.channel.abort(signal.reason);
      abandon();
    };
    signal.addEventListener("abort", this.#abort);
    if (signal.aborted) this.#abort();
  }

  /** Tokens of the prompt that the cache still lacks. The last one is left to the first step, which decodes it like a sampled one. */
  get promptLeft(): number {
    return Math.max(0, this.request.promptTokenIds.length - 1 - this.length);
  }

  /** Takes the token that was sampled after the newest one, whose keys and values are in the cache now. */
  accept(token: SampledToken): void {
    this.length += 1;
    this.newest = token.id;
    this.completed += 1;
    this.request.constraint?.accept(token.id);
    this.came?.add(token.id);
    this.channel.push(token);
    const tokens = this.request.promptTokenIds.length + this.completed;
    if (!this.#stopTokenIds.has(token.id) && tokens < this.limit) return;
    this.channel.end();
    this.#finish();
  }

  fail(error: unknown): void {
    this.channel.fail(error);
    this.#finish();
  }

  #finish(): void {
    this.isOver = true;
    this.request.signal.removeEventListener("abort", this.#abort);
  }
}
