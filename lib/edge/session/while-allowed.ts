import type { Actor } from "#lib/access/context.ts";
import { type SessionClaim, sessionClaimOf } from "#lib/access/sessions/session-token.ts";
import { watchAccess } from "#lib/access/sessions/watch-access.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Unauthenticated } from "#lib/platform/errors.ts";
import { ServerEvents } from "#lib/platform/server-events.ts";
import { countStream } from "./open-streams.ts";

type Asked = { request: Request; db: Db; actor: Actor };

/**
 * Answers streams that may last for hours: `open` gets a signal that fires when the reader leaves, and when its credential is no longer
 * valid; the stream then ends as if complete, and a reader who reconnects is refused.
 */
export async function whileAllowed(
  { request, db, actor }: Asked,
  open: (signal: AbortSignal) => Promise<ServerEvents>,
): Promise<ServerEvents> {
  const session = await sessionOf(request, actor);
  const ended = new AbortController();
  const { signal } = request;
  // Also of a reader who leaves before the first event.
  ended.signal.addEventListener("abort", countStream(actor));
  ended.signal.addEventListener(
    "abort",
    watchCredential({ request, db, actor, session }, () => ended.abort()),
  );
  signal.addEventListener("abort", () => ended.abort(), { once: true });
  if (signal.aborted) ended.abort();
  try {
    const { events, retryMs } = await open(AbortSignal.any([signal, ended.signal]));
    return new ServerEvents(untilOver(events, ended), { retryMs });
  } catch (error) {
    ended.abort();
    throw error;
  }
}

async function* untilOver<Event>(
  events: AsyncIterable<Event>,
  ended: AbortController,
): AsyncGenerator<Event> {
  try {
    yield* events;
  } finally {
    ended.abort();
  }
}

/** The session of a request, or null if it has a key. */
async function sessionOf({ headers }: Request, { key }: Actor): Promise<SessionClaim | null> {
  if (key) return null;
  const session = await sessionClaimOf(headers.get("cookie") ?? "");
  if (!session) throw new Unauthenticated();
  return session;
}

/** Calls `onEnd` once the key or the session is good no longer. Gives what ends the watching. */
function watchCredential(
  { request, db, actor, session }: Asked & { session: SessionClaim | null },
  onEnd: () => void,
): () => void {
  const { userId, key } = actor;
  const claim = {
    userId,
    keyId: key?.id ?? null,
    sessionVersion: session?.sessionVersion ?? null,
    projectId: null,
  };
  return watchAccess(db, claim, (access) => {
    // Naming the request keeps it: one that nobody names is collected as garbage, and its signal with it, which then never fires.
    if (request.signal.aborted || !access || (session && !(Date.now() < session.endsAt))) onEnd();
  }).stop;
}
