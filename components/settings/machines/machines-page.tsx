"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { tableProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { listNodes } from "#lib/contract/jobs/nodes.ts";
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
          Whether the service works is told to everybody at /v1/system-check.
        </NoAccess>
      </>
    );
  return <Machines />;
}

function Machines() {
  const nodes = useQuery(nodesQuery);
  const hosts = new Set(nodes.data?.filter(({ isBeating }) => isBeating).map(({ hostName }) => hostName));
  return (
    <>
      <PageHeader title="Machines" meta={nodes.data ? countOf(hosts.size, "machine") : null} />
      <DataTable
        className="flex-1"
        label="Processes by machine"
        columns={machineColumns}
        isTall
        {...tableProps(nodes, "The machines")}
        getRowId={({ id }) => id}
        rowLabel={({ hostName, roles }) => `${roles.join(", ")} on ${hostName}`}
        empty={
          <EmptyState icon={<Server />} title="No machine has made itself known">
            Each start of the service does so within seconds.
          </EmptyState>
        }
      />
    </>
  );
}
