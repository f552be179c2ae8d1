import { setImmediate as nextTurn } from "node:timers/promises";
import { log } from "#lib/platform/log.ts";
import type { ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";

/** Interval of heartbeats on an idle stream, so that no proxy takes it for dead. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ": still here\n\n";

type SseOptions = {
  /** The last event of a stream that fails; null sends none. The connection is aborted after it. */
  faultEvent?: (error: unknown) => ServerEvent | null;
  heartbeatMs?: number;
};

/**
 * Streams server-sent events. They are drawn only as fast as the reader takes them; a fault on the way breaks the connection off, so
 * that it can never pass for a complete stream. A reader who leaves ends the iterable; one that waits for something must watch the
 * request's signal as well, as an iterable can be ended only between two of its events.
 */
export function sseResponse(stream: ServerEvents, options: SseOptions = {}): Response {
  const texts = new EventTexts(stream, options);
  const encoder = new TextEncoder();
  let hasLeft = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await texts.next();
          // A reader who left while waiting for the next event is not an error.
          if (hasLeft) return;
          if (text === null) controller.close();
          else controller.enqueue(encoder.encode(text));
        } catch (error) {
          if (hasLeft) return;
          log.warn({ err: error }, "a stream of events was broken off");
          // The last event must be sent before the connection is closed.
          await nextTurn();
          controller.error(error);
        }
      },
      cancel: () => {
        hasLeft = true;
        return texts.leave();
      },
    },
    // Nothing is made ready ahead of the reader: an error would throw it away.
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Compressing would gather events before they are sent.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

type Next = Promise<IteratorResult<ServerEvent>>;

/** Encodes the events for the wire, with heartbeats while none comes. */
class EventTexts {
  readonly #events: AsyncIterator<ServerEvent>;
  readonly #options: SseOptions;
  #preamble: string;
  #pending: Next | null = null;
  #failure: { error: unknown } | null = null;

  constructor({ events, retryMs }: ServerEvents, options: SseOptions) {
    this.#events = events[Symbol.asyncIterator]();
    this.#options = options;
    this.#preamble = retryMs === null ? "" : `retry: ${retryMs}\n\n`;
  }

  /** The next piece of text, or null at the end. */
  async next(): Promise<string | null> {
    if (this.#failure) throw this.#failure.error;
    const preamble = this.#preamble;
    this.#preamble = "";
    if (preamble !== "") return preamble;
    try {
      this.#pending ??= this.#events.next();
      const next = await withinBeat(this.#pending, this.#options.heartbeatMs ?? HEARTBEAT_MS);
      if (next === null) return HEARTBEAT;
      this.#pending = null;
      return next.done ? null : textOf(next.value);
    } catch (error) {
      this.#failure = { error };
      const last = this.#options.faultEvent?.(error) ?? null;
      if (last === null) throw error;
      return textOf(last);
    }
  }

  /** Ends the events without waiting for the one that may be under way. */
  leave(): void {
    this.#pending?.catch(() => undefined);
    void this.#events.return?.().catch((error: unknown) => log.warn({ err: error }, "a stream did not end"));
  }
}

/** The next event, or null if a heartbeat is due first. */
async function withinBeat(next: Next, heartbeatMs: number): Promise<IteratorResult<ServerEvent> | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), heartbeatMs);
  try {
    return await Promise.race([next, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function textOf({ id, event, data }: ServerEvent): string {
  const lines: string[] = [];
  if (id !== undefined) lines.push(`id: ${id}`);
  if (event !== undefined) lines.push(`event: ${event}`);
  for (const line of data?.split(/\r\n|\r|\n/) ?? []) lines.push(`data: ${line}`);
  return `${lines.join("\n")}\n\n`;
}
