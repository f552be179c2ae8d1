import type { ServerResponse } from "node:http";

/** How long a caller waits for an answer to begin, in ms. */
export type AnswerPatience = { readonly ordinaryMs: number; readonly longMs: number };

/** The parts of an ordinary request time out sooner: a database statement has ten seconds. */
export const ANSWER_PATIENCE: AnswerPatience = { ordinaryMs: 60_000, longMs: 20 * 60_000 };

/** For requests that take long before they answer: completions wait in a queue or for another server, and training data are fetched or read to the last line. */
const LONG_PATHS = /^\/(?:(?:api|traces)\/)?v1\/(?:chat\/completions|files|preview)(?:\/|$)/;

/**
 * Calls `giveUp` if no answer begins in time, counted from the last byte of the request, so that a hung handler never holds a
 * connection forever. While the body still arrives, `watchBody` keeps the time.
 */
export function watchAnswer(
  response: ServerResponse,
  path: string,
  { patience, giveUp }: { patience: AnswerPatience; giveUp: () => void },
): void {
  const { req: request } = response;
  const allowedMs = LONG_PATHS.test(path) ? patience.longMs : patience.ordinaryMs;
  let since = performance.now();
  // A reader who stops takes the connection off the request.
  const { socket } = request;
  let arrived = socket.bytesRead;
  const timer = setInterval(
    () => {
      const { bytesRead } = socket;
      if (!request.complete && bytesRead > arrived) since = performance.now();
      arrived = bytesRead;
      if (response.headersSent) clearInterval(timer);
      else if (performance.now() - since > allowedMs) {
        clearInterval(timer);
        giveUp();
      }
    },
    Math.min(1000, allowedMs),
  );
  timer.unref();
  response.once("close", () => clearInterval(timer));
}
