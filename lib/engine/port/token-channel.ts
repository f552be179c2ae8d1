import type { SampledToken } from "./port.ts";

/** Decoding pauses at so many unread tokens, and resumes below `RESUME_AT`, so that a stalled reader costs no more memory. */
const PAUSE_AT = 256;

const RESUME_AT = 128;

/** Passes one completion's tokens from the decoder to its reader. */
export class TokenChannel implements AsyncIterableIterator<SampledToken> {
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

type Reader = {
  readonly resolve: (result: IteratorResult<SampledToken>) => void;
  readonly reject: (reason: unknown) => void;
};

type End = { readonly error: unknown } | "done";
