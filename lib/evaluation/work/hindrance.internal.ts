import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import {
  Damaged,
  Forbidden,
  InvalidRequest,
  NotFound,
  RateLimited,
  Rejected,
  Unavailable,
  UpstreamFailed,
  UpstreamLate,
} from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";

/**
 * What kept an answer from coming: something about this `row` alone, something that ends the whole `run`, or something that may pass, with
 * the `service` itself or with those who were `asked`.
 */
export type Hindrance = {
  readonly hindrance: "row" | "run" | "service" | "asked";
  readonly message: string;
};

export function hindranceOf(error: unknown, signal: AbortSignal): Hindrance {
  if (signal.aborted) return { hindrance: "asked", message: "The model did not answer in time" };
  if (error instanceof MissingFiles) return { hindrance: "run", message: error.message };
  const known = asOurError(error);
  const message = known?.message ?? "The service made an error, which its log shows";
  if (known instanceof NotFound || known instanceof Forbidden || known instanceof Damaged)
    return { hindrance: "run", message };
  if (known instanceof Unavailable || known instanceof RateLimited) return { hindrance: "service", message };
  if (known instanceof Rejected || known instanceof InvalidRequest) return { hindrance: "row", message };
  if (known instanceof UpstreamFailed) return { hindrance: known.retryable ? "asked" : "row", message };
  if (!(known instanceof UpstreamLate)) log.error({ err: error }, "an answer could not be measured");
  return { hindrance: "asked", message };
}
