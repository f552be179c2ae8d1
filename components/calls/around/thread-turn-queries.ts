import { queryOptions } from "@tanstack/react-query";
import { callsKey } from "#components/calls/parts/call-queries.ts";
import { callAll } from "#lib/client/call.ts";
import { IS_TURN } from "#lib/client/conditions.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { streamCalls } from "#lib/contract/traces/calls.ts";

const MAX_TURNS = 2_000;

/** The ids of the turns of a thread, oldest first. */
export function turnIdsQuery(projectId: string, threadId: string) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "turn-ids", threadId],
    queryFn: async ({ signal }) => {
      const turns = await callAll(
        streamCalls,
        {
          projectId,
          filter: { threadIds: [threadId] },
          query: IS_TURN,
          columns: ["id", "started_at"],
          sortBy: [{ field: "started_at", direction: "asc" }],
          limit: MAX_TURNS,
        },
        { signal },
      );
      return turns.map(({ id }) => id);
    },
  });
}

/** Some turns with what was said in them, oldest first. */
export function turnsByIdQuery(projectId: string, callIds: readonly string[]) {
  return queryOptions({
    queryKey: [...callsKey(projectId), "turns-by-id", callIds],
    queryFn: ({ signal }): Promise<Call[]> =>
      callAll(
        streamCalls,
        { projectId, filter: { callIds: [...callIds] }, sortBy: [{ field: "started_at", direction: "asc" }] },
        { signal },
      ),
  });
}
