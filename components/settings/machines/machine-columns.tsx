import type { ReactNode } from "react";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { Node } from "#lib/contract/jobs/nodes.ts";

export const machineColumns: DataTableColumn<Node>[] = [
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

/** What a trainer told of itself, such as `4 threads · 16 GB`. */
function capabilityText({ threads, memory_bytes: memory }: Readonly<Record<string, unknown>>): string {
  return [
    ...(typeof threads === "number" ? [`${formatCount(threads)} threads`] : []),
    ...(typeof memory === "number" ? [formatBytes(memory)] : []),
  ].join(" · ");
}
