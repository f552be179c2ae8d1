import { isDict } from "#lib/contract/fields.ts";
import { Conflict, Forbidden, SpindleError, Unavailable } from "#lib/platform/errors.ts";

/** The SQLSTATE of an error of pg or Prisma, or null. */
export function sqlState(error: unknown): string | null {
  if (!isDict(error) && !(error instanceof Error)) return null;
  const { code, meta, cause } = error as { code?: unknown; meta?: unknown; cause?: unknown };
  const fromAdapter = isDict(meta) ? sqlState(meta.driverAdapterError) : null;
  if (fromAdapter !== null) return fromAdapter;
  if (isDict(cause) && typeof cause.originalCode === "string") return cause.originalCode;
  if (typeof code !== "string") return cause ? sqlState(cause) : null;
  return PRISMA_STATES[code] ?? code;
}

/** Prisma's own codes by the SQLSTATE that means the same. */
const PRISMA_STATES: Record<string, string> = {
  P2002: "23505",
  P2034: "40001",
  P1001: "08006",
  P1017: "08006",
  P2028: "08006",
};

/** Another transaction won; the same work may succeed when tried again. */
export function isRetryable(error: unknown): boolean {
  return ["40001", "40P01"].includes(sqlState(error) ?? "");
}

/** The statement was ended by its own limit of time. */
export function isTooSlow(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/** The connection is open, but the answer to a statement did not come; Prisma wraps pg's message in its own. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message.includes("Query read timeout");
}

/** The error for a caller, or null if it is an internal error. */
export function asOurError(error: unknown): SpindleError | null {
  if (error instanceof SpindleError) return error;
  const state = sqlState(error);
  if (isRetryable(error))
    return new Unavailable("The data was changed by someone else at the same time; try again");
  if (state === "57014" || state === "55P03") return new Unavailable("The database took too long; try again");
  if (state === "53100") return new Unavailable("Insufficient storage");
  if (state === "23505") return new Conflict("It already exists");
  if (state === "23503") return new Forbidden("What it refers to was deleted at the same time");
  if (isPoolBusy(error)) return new Unavailable("The database is busy; try again shortly");
  if (isConnectionLoss(state, error))
    return new Unavailable("The database does not answer; try again shortly");
  return null;
}

/** Every connection is lent out, and none came back in time; the database itself may be well. */
function isPoolBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return BUSY_TEXTS.test(error.message) || ("code" in error && error.code === "P2024");
}

/** The pool's error, and Prisma's while it waits for a transaction's connection. */
const BUSY_TEXTS = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

function isConnectionLoss(state: string | null, error: unknown): boolean {
  if (state !== null && (/^(08|57P)/.test(state) || LOST_CODES.has(state))) return true;
  if (isSilence(error)) return true;
  return error instanceof Error && LOST_TEXTS.test(error.message);
}

const LOST_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT", "ETIMEDOUT", "53300", "57P01"]);
/** pg reports these without any code. */
const LOST_TEXTS =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Connection ended unexpectedly)/;
