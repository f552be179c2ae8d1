import type { IncomingMessage, ServerResponse } from "node:http";
import { waitsToBeAsked } from "./ask-for-body.ts";

/** How long a body may take: `graceMs`, and a second more for each `bytesPerSecond` that have arrived; never `silenceMs` without any. */
export type Patience = {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  readonly silenceMs: number;
};

/**
 * Allows a large file over a slow line, and ends senders who only hold the connection: a limit on the total time would refuse the
 * former, and a limit on pauses alone would never refuse the latter. A sender of nothing at all is refused sooner.
 */
export const PATIENCE: Patience = { graceMs: 60_000, bytesPerSecond: 16 * 1024, silenceMs: 15_000 };

/** Calls `giveUp` when the body of a request comes too slowly. It stops watching at the body's end, or with the answer. */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { patience, giveUp }: { patience: Patience; giveUp: () => void },
): void {
  if (request.complete || !hasBody(request)) return;
  const start = performance.now();
  // A reader who stops takes the connection off the request.
  const { socket } = request;
  const before = socket.bytesRead;
  let last = { arrived: 0, at: start };
  const timer = setInterval(
    () => {
      const [now, arrived] = [performance.now(), socket.bytesRead - before];
      // While received data are unread, or nobody has asked for them, the pause is ours, not the sender's.
      const isOurs = request.readableLength > 0 || waitsToBeAsked(request);
      if (arrived > last.arrived || isOurs) last = { arrived, at: now };
      const allowedMs = patience.graceMs + (1000 * arrived) / patience.bytesPerSecond;
      if (request.complete) clearInterval(timer);
      else if (now - start > allowedMs || now - last.at > patience.silenceMs) {
        clearInterval(timer);
        giveUp();
      }
    },
    Math.min(1000, patience.graceMs, patience.silenceMs),
  );
  timer.unref();
  response.once("close", () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
