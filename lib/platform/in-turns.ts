import { setImmediate as othersTurn } from "node:timers/promises";

/** Longer than this nobody else should wait. */
const TURN_MS = 10;

/** Takes the steps of long work and gives its result; between them, others are answered. */
export async function inTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (let endAt = performance.now() + TURN_MS; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < endAt) continue;
    await othersTurn();
    endAt = performance.now() + TURN_MS;
  }
}

/** The parts of a long list in order, of at most so many; between them, others are answered. */
export async function* inStretches<T>(all: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await othersTurn();
    yield all.slice(at, at + size);
  }
}
