"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { tableProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { listNodes, type Node } from "#lib/contract/jobs/nodes.ts";
import { machineColumns } from "./machine-columns.tsx";

const LOOK_EVERY_MS = 5_000;

const nodesQuery = queryOptions({
  queryKey: ["nodes"],
  queryFn: async ({ signal }) => (await call(listNodes, {}, { signal })).nodes,
  refetchInterval: LOOK_EVERY_MS,
});

/** What works on this server's database and where, for its admins. */
export function MachinesPage() {
  const me = useMe();
  if (!me.isInstanceAdmin)
    return (
      <>
        <PageHeader title="Machines" />
        <NoAccess title="Machines are shown to the admins of this server">
          Everyone can check whether the service works at /v1/system-check.
        </NoAccess>
      </>
    );
  return <Machines />;
}

function Machines() {
  const nodes = useQuery(nodesQuery);
  return (
    <>
      <PageHeader title="Machines" meta={nodes.data ? countText(nodes.data) : null} />
      <DataTable
        className="flex-1"
        label="Processes by machine"
        columns={machineColumns}
        isTall
        {...tableProps(nodes, "The machines")}
        getRowId={({ id }) => id}
        rowLabel={({ hostName, roles }) => `${roles.join(", ")} on ${hostName}`}
        empty={
          <EmptyState icon={<Server />} title="No machines yet">
            Each service appears here within seconds of its start.
          </EmptyState>
        }
      />
    </>
  );
}

/** Several rows may run on one machine. Those that fell silent are told apart. */
function countText(nodes: readonly Node[]): string {
  const beating = nodes.filter(({ isBeating }) => isBeating);
  const hosts = new Set(beating.map(({ hostName }) => hostName));
  const working = countOf(hosts.size, "machine");
  const silent = nodes.length - beating.length;
  return silent === 0 ? working : `${working}, ${formatCount(silent)} not responding`;
}
