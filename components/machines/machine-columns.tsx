import { Badge } from "#components/ui/badge.tsx";
import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatBytes, formatCount } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { Node } from "#lib/contract/nodes.ts";

export const machineColumns: DataTableColumn<Node>[] = [
  {
    id: "host",
    header: "Machine",
    width: "fill",
    cell: ({ hostName, url }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{hostName}</span>
        {url ? <span className="truncate text-muted text-xs">{url}</span> : null}
      </span>
    ),
  },
  {
    id: "roles",
    header: "Runs",
    width: "md",
    cell: ({ roles }) => (
      <span className="flex min-w-0 flex-wrap gap-1">
        {roles.length === 0 ? <span className="text-faint">Nothing now</span> : null}
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
        <span title={capabilityText(capabilities)} className="min-w-0 truncate">
          {engine} <span className="text-muted text-xs">{capabilityText(capabilities)}</span>
        </span>
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
    header: "Last heard of",
    width: "sm",
    align: "end",
    cell: ({ beatAt, isBeating }) =>
      isBeating ? <Badge tone="success">now</Badge> : <Time value={beatAt} className="text-danger-ink" />,
  },
];

/** What a trainer told of itself, such as `4 threads · 16 GB`. */
function capabilityText({ threads, memory_bytes: memory }: Readonly<Record<string, unknown>>): string {
  return [
    ...(typeof threads === "number" ? [`${formatCount(threads)} threads`] : []),
    ...(typeof memory === "number" ? [formatBytes(memory)] : []),
  ].join(" · ");
}
