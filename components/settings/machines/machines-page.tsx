"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import type { ReactNode } from "react";
import { tableProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { listNodes, type Node } from "#lib/contract/jobs/nodes.ts";

const machineColumns: DataTableColumn<Node>[] = [
  {
    id: "host",
    header: "Machine",
    width: "fill",
    cell: ({ hostName, url, roles }) => (
      <TwoLines
        first={<span className="font-medium">{hostName}</span>}
        second={
          <>
            <span className="md:hidden">{rolesText(roles)}</span>
            <span className="max-md:hidden">{url}</span>
          </>
        }
      />
    ),
  },
  {
    id: "roles",
    header: "Runs",
    width: "lg",
    wideOnly: true,
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="text-faint">{rolesText(roles)}</span>
      ) : (
        <span className="flex gap-1" title={rolesText(roles)}>
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </span>
      ),
  },
  {
    id: "engine",
    header: "Engine",
    width: "md",
    wideOnly: true,
    cell: ({ engine, capabilities }) =>
      engine === null ? (
        <span className="text-faint">–</span>
      ) : (
        <TwoLines first={engine} second={capabilityText(capabilities)} />
      ),
  },
  { id: "version", header: "Version", width: "xs", wideOnly: true, cell: ({ version }) => version },
  {
    id: "started",
    header: "Started",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ startedAt }) => <Time value={startedAt} className="text-muted" />,
  },
  {
    id: "beat",
    header: "Last seen",
    width: "md",
    align: "end",
    cell: ({ beatAt, isBeating }) =>
      isBeating ? <Badge tone="success">now</Badge> : <Time value={beatAt} className="text-danger-ink" />,
  },
];

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

/** Several rows may run on one machine. Silent ones are counted separately. */
function countText(nodes: readonly Node[]): string {
  const beating = nodes.filter(({ isBeating }) => isBeating);
  const hosts = new Set(beating.map(({ hostName }) => hostName));
  const working = countOf(hosts.size, "machine");
  const silent = nodes.length - beating.length;
  return silent === 0 ? working : `${working}, ${formatCount(silent)} not responding`;
}

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{first}</span>
      <span className="truncate text-muted text-xs">{second}</span>
    </span>
  );
}

function rolesText(roles: readonly string[]): string {
  return roles.length === 0 ? "Nothing now" : roles.join(", ");
}

/** What a trainer reports of itself, such as `4 threads · 16 GB`. */
function capabilityText({ threads, memory_bytes: memory }: Readonly<Record<string, unknown>>): string {
  return [
    ...(typeof threads === "number" ? [`${formatCount(threads)} threads`] : []),
    ...(typeof memory === "number" ? [formatBytes(memory)] : []),
  ].join(" · ");
}
