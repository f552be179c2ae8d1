const SLICE_MS = 8;

/** Takes what `steps` gives, some at a time, and lets the page draw and answer between; ends early when `signal` is aborted. */
export async function inSlices<T>(
  steps: Generator<T>,
  onSlice: (taken: T[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isDone = false; !isDone && !signal.aborted; ) {
    const taken: T[] = [];
    const endAt = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) isDone = true;
      else taken.push(step.value);
    } while (!isDone && performance.now() < endAt);
    onSlice(taken);
    if (!isDone) await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
