import type { Query } from "@tanstack/react-query";

/** What came with the page, or a moment ago, is not asked for again as soon as it is shown. */
const JUST_READ_MS = 10_000;

/** For lists that stay as they are while one looks at them: whoever comes back to one sees it as it is then. */
export function unlessJustRead({ state }: Pick<Query, "state">): boolean | "always" {
  return Date.now() - state.dataUpdatedAt > JUST_READ_MS ? "always" : true;
}
