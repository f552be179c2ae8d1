import { listeningSince } from "#lib/platform/db/notifications.ts";
import { LIVE_CHANNEL } from "./live-channel.ts";

/** A mark of this moment: a stream of a project's changes that begins at it misses nothing that is read from now on. */
export function liveMark(): Promise<string | null> {
  return listeningSince(LIVE_CHANNEL);
}
