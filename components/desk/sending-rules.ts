import { ApiError } from "#lib/client/api-error.ts";

const MOST_FAILURES = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Answers that say: not now. */
const LATER = [408, 425, 429];

/** A refusal is final at once, a server in trouble after some tries; without a connection trying never ends. */
export function isFinal(error: unknown, failures: number): boolean {
  if (error instanceof TypeError) return false;
  const isRefusal = error instanceof ApiError && error.status < 500 && !LATER.includes(error.status);
  return isRefusal || failures >= MOST_FAILURES;
}

/** Waits longer after each failure; ends when the browser is online again or `signal` aborts. */
export function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS));
  window.addEventListener("online", end);
  signal.addEventListener("abort", end);
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("online", end);
    signal.removeEventListener("abort", end);
  });
}
