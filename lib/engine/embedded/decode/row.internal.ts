import type { SampledToken, SampleRequest } from "#lib/engine/port/port.ts";
import type { StoredPast } from "./key-value-cache.internal.ts";

/** Decoding pauses at so many unread tokens, and resumes below `RESUME_AT`, so that a stalled reader costs no more memory. */
const PAUSE_AT = 256;

const RESUME_AT = 128;

/** Passes one completion's tokens from the decoder to its reader. */
class TokenChannel implements AsyncIterableIterator<SampledToken> {
  readonly #unread: SampledToken[] = [];
  readonly #readers: Reader[] = [];
  readonly #onProgress: () => void;
  readonly #onAbandon: () => void;
  #end: End | null = null;

  /** Calls `onProgress` when a stalled reader has caught up, and `onAbandon` when the reader leaves. */
  constructor({ onProgress, onAbandon }: { onProgress: () => void; onAbandon: () => void }) {
    this.#onProgress = onProgress;
    this.#onAbandon = onAbandon;
  }

  get isFull(): boolean {
    return this.#unread.length >= PAUSE_AT;
  }

  get isDrained(): boolean {
    return this.#unread.length <= RESUME_AT;
  }

  push(token: SampledToken): void {
    if (this.#end) return;
    const reader = this.#readers.shift();
    if (reader) reader.resolve({ value: token, done: false });
    else this.#unread.push(token);
  }

  /** Tokens pushed before can still be read. */
  end(): void {
    this.#finish("done");
  }

  /** Tokens pushed before can still be read; then the reader gets the error, once. */
  fail(error: unknown): void {
    this.#finish({ error });
  }

  /** As `fail`, but drops unread tokens. */
  abort(reason: unknown): void {
    this.#unread.length = 0;
    this.fail(reason);
  }

  next(): Promise<IteratorResult<SampledToken>> {
    const token = this.#unread.shift();
    if (token) {
      if (this.#unread.length === RESUME_AT) this.#onProgress();
      return Promise.resolve({ value: token, done: false });
    }
    const end = this.#end;
    if (!end) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
    this.#end = "done";
    return end === "done" ? Promise.resolve(DONE) : Promise.reject(end.error);
  }

  return(): Promise<IteratorResult<SampledToken>> {
    this.#unread.length = 0;
    this.#end = "done";
    for (const reader of this.#readers.splice(0)) reader.resolve(DONE);
    this.#onAbandon();
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(end: End): void {
    if (this.#end) return;
    this.#end = end;
    const [first, ...others] = this.#readers.splice(0);
    if (!first) return;
    this.#end = "done";
    if (end === "done") first.resolve(DONE);
    else first.reject(end.error);
    for (const reader of others) reader.resolve(DONE);
  }
}

const DONE: IteratorReturnResult<undefined> = { value: undefined, done: true };

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

type Reader = {
  readonly resolve: (result: IteratorResult<SampledToken>) => void;
  readonly reject: (reason: unknown) => void;
};

type End = { readonly error: unknown } | "done";
