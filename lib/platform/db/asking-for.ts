import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "#lib/platform/process-wide.ts";

const callers = processWide("db-callers", () => new AsyncLocalStorage<string>());

/** Queues all database queries of `work`, now or later, under `caller`. */
export function askingFor<Result>(caller: string, work: () => Result): Result {
  return callers.run(caller, work);
}

/** For work that outlives the request that began it and serves others too: it is queued under nobody. */
export function askingForAll<Result>(work: () => Result): Result {
  return callers.exit(work);
}

/** The caller of the current query, or null if it is for nobody in particular. */
export function askedFor(): string | null {
  return callers.getStore() ?? null;
}
