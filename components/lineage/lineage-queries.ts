import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { type LineageKind, traceLineage } from "#lib/contract/datasets/lineage.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";

export type Traced = Pick<InputOf<typeof traceLineage>, "direction"> & {
  start: { kind: LineageKind; id: string };
};

/** What something was made from, or what was made of it. */
export function tracedQuery(projectId: string, { start, direction }: Traced) {
  return queryOptions({
    queryKey: ["lineage", projectId, direction, start.kind, start.id],
    queryFn: ({ signal }) => call(traceLineage, { projectId, start, direction, depth: 1000 }, { signal }),
  });
}
