import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { type LineageKind, traceLineage } from "#lib/contract/datasets/lineage.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";

export type Traced = Pick<InputOf<typeof traceLineage>, "direction"> & {
  start: { kind: LineageKind; id: string };
  /** No further than so many steps; all the way, where it is left out. */
  depth?: number;
};

/** Further than any lineage goes. */
const ALL_THE_WAY = 1000;

/** What something was made from, or what was made of it. */
export function tracedQuery(projectId: string, { start, direction, depth = ALL_THE_WAY }: Traced) {
  return queryOptions({
    queryKey: ["lineage", projectId, direction, depth, start.kind, start.id],
    queryFn: ({ signal }) => call(traceLineage, { projectId, start, direction, depth }, { signal }),
  });
}
