import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { RateLimited } from "#lib/platform/errors.ts";
import { processWide } from "#lib/platform/process-wide.ts";

export const FAILURES_PER_MINUTE = 30;
const failures = processWide(
  "key-failures",
  () => new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 }),
);

/** The front server sets it from the socket; whatever a caller sends under this name is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-spindle-client-address";

/** Counts a wrong key against its address and refuses further ones; a right key is never held up. */
export async function countKeyFailure(request: Request): Promise<void> {
  try {
    await failures.consume(request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown");
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    // All else that it throws is this. It may be of another bundle's class, as the limiter is one for all routes.
    const { msBeforeNext } = refusal as RateLimiterRes;
    const seconds = Math.ceil(msBeforeNext / 1000);
    throw new RateLimited(`Too many wrong API keys from this address; wait ${seconds} s`, seconds);
  }
}
