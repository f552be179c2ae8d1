import { setTimeout as sleep } from "node:timers/promises";
import { isRetryable } from "./database-error.ts";

const MAX_TRIES = 3;
const PAUSE_MS = 20;

/** Tries again where another transaction won, each time after a longer pause; the last failure is thrown. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
      await sleep(Math.random() * PAUSE_MS * tries);
    }
  }
}
