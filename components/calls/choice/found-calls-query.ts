import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { holdsText } from "#components/calls/parts/call-filters.ts";
import { callsKey } from "#components/calls/parts/call-queries.ts";
import { callsWith } from "#components/calls/parts/calls-with.ts";
import { allOf, HAS_ENDED, isEqual } from "#lib/client/conditions.ts";

export const CALLS_OFFERED = 20;

export type Looked = {
  /** What the calls hold, or the id of one; empty for any. */
  text: string;
  /** Leaves out calls that still run. */
  endedOnly: boolean;
};

/** The newest calls that match, with what names them. */
export function foundCallsQuery(projectId: string, { text, endedOnly }: Looked) {
  const query = allOf([
    ...(endedOnly ? [HAS_ENDED] : []),
    ...(text === "" ? [] : [{ $or: [holdsText(text), isEqual("id", text)] }]),
  ]);
  return queryOptions({
    queryKey: [...callsKey(projectId), "found", text, endedOnly],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callsWith(
        ["id", "opName", "displayName", "startedAt", "summary", "inputs"],
        {
          projectId,
          ...(query ? { query } : {}),
          sortBy: [{ field: "started_at", direction: "desc" }],
          limit: CALLS_OFFERED,
        },
        { signal },
      ),
  });
}
