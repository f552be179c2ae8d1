import type { Actor } from "#lib/access/context.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import { processWide } from "#lib/platform/process-wide.ts";

/** A whole team with one key, a page each, is within it; one key alone cannot take the connections of all others. */
export const MAX_STREAMS = 256;
const RETRY_AFTER_SECONDS = 10;

const open = processWide("open-streams", () => new Map<string, number>());

/** Counts a stream of events that is about to be opened with a credential; gives what ends the counting, however often it is called. */
export function countStream({ userId, key }: Actor): () => void {
  const credential = key ? `key ${key.id}` : `user ${userId}`;
  const count = open.get(credential) ?? 0;
  if (count >= MAX_STREAMS)
    throw new RateLimited(
      `${MAX_STREAMS} event streams are open with this ${key ? "API key" : "account"}, which is the limit; close one first`,
      RETRY_AFTER_SECONDS,
    );
  open.set(credential, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (open.get(credential) ?? 0) - 1;
    if (left > 0) open.set(credential, left);
    else open.delete(credential);
  };
}
