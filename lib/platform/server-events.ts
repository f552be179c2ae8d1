/** One event of a stream of server-sent events. `data` may have several lines; `id` and `event` have one. One without `data` only sets the id from which a disconnected reader resumes. */
export type ServerEvent = { readonly data?: string; readonly id?: string; readonly event?: string };

/** The answer of a verb that streams events. The adapter pulls events as the reader takes them, and ends the iterable when the reader leaves. */
export class ServerEvents {
  readonly events: AsyncIterable<ServerEvent>;
  /** After how long a reader whose connection broke should come back; null leaves it to the reader. */
  readonly retryMs: number | null;

  constructor(events: AsyncIterable<ServerEvent>, { retryMs = null }: { retryMs?: number | null } = {}) {
    this.events = events;
    this.retryMs = retryMs;
  }
}
