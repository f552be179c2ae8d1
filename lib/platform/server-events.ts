/** One event of a stream of server-sent events. `data` may have several lines; `id` and `event` have one. One without `data` only says from which id on a reader that is cut off goes on. */
export type ServerEvent = { readonly data?: string; readonly id?: string; readonly event?: string };

/** What a verb answers that tells things one after another. The adapter draws the events as the reader takes them, and ends the iterable when the reader leaves. */
export class ServerEvents {
  readonly events: AsyncIterable<ServerEvent>;
  /** After how long a reader whose connection broke should come back; null leaves it to the reader. */
  readonly retryMs: number | null;

  constructor(events: AsyncIterable<ServerEvent>, { retryMs = null }: { retryMs?: number | null } = {}) {
    this.events = events;
    this.retryMs = retryMs;
  }
}
