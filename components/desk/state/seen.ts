/** A page that is not in sight has no frames. */
const LATEST_MS = 100;

/** Resolves once the next frame is painted. */
export function seen(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LATEST_MS);
  // A task that is queued in a frame runs after that frame is painted.
  requestAnimationFrame(() => setTimeout(resolve, 0));
  return promise.finally(() => clearTimeout(timer));
}

/** Runs when the next frame is painted, or at once when the page goes away. */
export function onceSeen(run: () => void): void {
  const leaving = new AbortController();
  const end = () => {
    if (leaving.signal.aborted) return;
    leaving.abort();
    run();
  };
  window.addEventListener("pagehide", end, { signal: leaving.signal });
  void seen().then(end);
}
