"use client";

import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { listProps } from "#components/layout/state/list-props.ts";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { call } from "#lib/client/call.ts";
import { listAuditEvents } from "#lib/contract/access/audit.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

type AuditEvent = ReplyOf<typeof listAuditEvents>["events"][number];

const PAGE_SIZE = 50;

function auditQuery({ entity, project }: ProjectPath) {
  const firstPage: string | undefined = undefined;
  return infiniteQueryOptions({
    queryKey: ["audit", `${entity}/${project}`],
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      call(
        listAuditEvents,
        { entity, project, limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    getNextPageParam: (last) => (last.hasMore ? last.events.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ events }) => events),
  });
}

const COLUMNS: readonly DataTableColumn<AuditEvent>[] = [
  { id: "at", header: "When", width: "sm", cell: ({ at }) => <Time value={at} className="text-muted" /> },
  { id: "who", header: "Who", width: "md", cell: (event) => whoOf(event) },
  {
    id: "action",
    header: "Action",
    width: "fill",
    cell: ({ action, outcome }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-mono text-xs">{action}</span>
        {outcome === "refused" ? (
          <span className="md:hidden">
            <Badge tone="warning">Refused</Badge>
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: "outcome",
    header: "Outcome",
    width: "sm",
    wideOnly: true,
    cell: ({ outcome }) =>
      outcome === "refused" ? (
        <Badge tone="warning">Refused</Badge>
      ) : (
        <span className="text-muted">Done</span>
      ),
  },
  {
    id: "target",
    header: "On",
    width: "lg",
    wideOnly: true,
    cell: ({ target }) => (
      <span title={target} className="font-mono text-muted text-xs">
        {target ?? "–"}
      </span>
    ),
  },
];

function whoOf({ actorName, actorUserId, actorKeyId }: AuditEvent): string {
  const name = actorName ?? actorUserId ?? "Unknown";
  return actorKeyId ? `${name} (by key)` : name;
}

/** What was done in the project and by whom, newest first. */
export function AuditTab() {
  const { can } = useProject();
  if (can("audit:read")) return <AuditLog />;
  return (
    <NoAccess title="The audit log is open to admins">
      It records who changed members, keys, queues, models and data in this project.
    </NoAccess>
  );
}

function AuditLog() {
  const project = useProject();
  const events = useInfiniteQuery(auditQuery(project));
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  return (
    <>
      <DataTable
        className="h-full"
        label="Audit events"
        columns={COLUMNS}
        {...listProps(events, "The audit log")}
        getRowId={({ id }) => id}
        rowLabel={(event) => `${event.action} by ${whoOf(event)}`}
        empty={
          <EmptyState icon={<ScrollText />} title="No events yet">
            Changes to members, keys, queues, models and data in this project appear here.
          </EmptyState>
        }
        onOpen={setOpened}
        openRowId={opened?.id ?? null}
      />
      <Sheet
        open={opened !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setOpened(null);
        }}
        title={opened?.action ?? ""}
      >
        <div className="p-4">
          <JsonTree value={opened ? readable(opened) : null} label="Audit event" openDepth={2} />
        </div>
      </Sheet>
    </>
  );
}

function readable({ at, ...event }: AuditEvent): Record<string, unknown> {
  return { at: at.toISOString(), ...event };
}
