import type { Query, QueryClient } from "@tanstack/react-query";

/** Queries that were on the page and are, or once were, no more. */
const left = new WeakSet<object>();

/** Notes what leaves the page, for `afterReturn`. */
export function noteLeaving(client: QueryClient): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === "observerRemoved" && query.getObserversCount() === 0) left.add(query);
  });
}

/** What came with the page, or a moment ago, is not asked for again as soon as it is shown. */
const JUST_READ_MS = 10_000;

/** For lists: returning shows the old rows at once, and then always reads them again. */
export function afterReturn(query: Pick<Query, "state">): boolean | "always" {
  return left.has(query) || Date.now() - query.state.dataUpdatedAt > JUST_READ_MS ? "always" : true;
}
