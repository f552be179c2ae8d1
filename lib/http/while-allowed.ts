import type { Actor } from "#lib/context.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import type { Db } from "#lib/db/database.ts";
import { Forbidden, RateLimited, Unauthenticated } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { type ServerEvent, ServerEvents } from "#lib/server-events.ts";
import { authenticate } from "./authenticate.ts";
import { countStream } from "./open-streams.ts";

/** A credential that was revoked reads on for no longer than this, and what the look itself takes. */
const CHECK_EVERY_MS = 1000;

type Asked = { request: Request; endpoint: AnyEndpoint; db: Db; actor: Actor | null };

/**
 * Answers events that may go on for hours: `open` gets a signal that fires when the reader leaves, and also when the credential that it came
 * with is good no longer; the stream then ends as if it were over, and a reader who comes back is refused.
 */
export async function whileAllowed(
  asked: Asked,
  open: (signal: AbortSignal) => Promise<ServerEvents>,
): Promise<ServerEvents> {
  const ended = new AbortController();
  const { signal } = asked.request;
  // Also of a reader who leaves before the first event.
  ended.signal.addEventListener("abort", asked.actor ? countStream(asked.actor) : () => undefined);
  signal.addEventListener("abort", () => ended.abort(), { once: true });
  if (signal.aborted) ended.abort();
  try {
    const { events, retryMs } = await open(AbortSignal.any([signal, ended.signal]));
    return new ServerEvents(watched(events, asked, ended), { retryMs });
  } catch (error) {
    ended.abort();
    throw error;
  }
}

async function* watched(
  events: AsyncIterable<ServerEvent>,
  asked: Asked,
  ended: AbortController,
): AsyncGenerator<ServerEvent> {
  const look = async () => {
    if (!(await isStillGood(asked))) ended.abort();
  };
  const timer = setInterval(() => void look(), CHECK_EVERY_MS);
  try {
    yield* events;
  } finally {
    clearInterval(timer);
    ended.abort();
  }
}

/** A database that is away for a moment proves nothing against a credential. */
async function isStillGood({ request, endpoint, db }: Asked): Promise<boolean> {
  try {
    await authenticate(request, endpoint, db);
    return true;
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof Forbidden || error instanceof RateLimited)
      return false;
    log.warn({ err: error }, "the credential of an open stream could not be looked at");
    return true;
  }
}
