"use client";

import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { listProps } from "#components/layout/state/list-props.ts";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { call } from "#lib/client/call.ts";
import { AUDIT_ACTIONS, listAuditEvents } from "#lib/contract/access/audit.ts";
import { type AuditEvent, aboutWords, moveKind } from "./audit-words.ts";

const PAGE_SIZE = 50;

function auditQuery({ entity, project }: ProjectPath, action: string | null) {
  const firstPage: string | undefined = undefined;
  return infiniteQueryOptions({
    queryKey: ["audit", `${entity}/${project}`, action],
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      call(
        listAuditEvents,
        {
          ...{ entity, project, limit: PAGE_SIZE },
          ...(action === null ? {} : { action }),
          ...(pageParam ? { after: pageParam } : {}),
        },
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
    cell: (event) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-mono text-xs">{event.action}</span>
        <KindBadge event={event} />
        {event.outcome === "refused" ? (
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
    width: "fill",
    wideOnly: true,
    cell: (event) => (
      <span
        title={`${aboutWords(event)}${event.targetName ? ` (${event.target})` : ""}`}
        className="text-muted text-xs"
      >
        {aboutWords(event)}
      </span>
    ),
  },
];

function KindBadge({ event }: { event: AuditEvent }) {
  const kind = moveKind(event);
  return kind ? <Badge tone={kind.tone}>{kind.label}</Badge> : null;
}

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
  const { get, replace } = useSearchState();
  const action = get("action");
  const events = useInfiniteQuery(auditQuery(project, action));
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <FilterSelect
          label="Action"
          any="Any action"
          className="w-64 max-w-full"
          options={AUDIT_ACTIONS.map((value) => ({ value, label: value }))}
          value={action}
          onValueChange={(value) => replace({ action: value })}
        />
      </div>
      <DataTable
        className="min-h-0 flex-1"
        label="Audit events"
        columns={COLUMNS}
        {...listProps(events, "The audit log")}
        getRowId={({ id }) => id}
        rowLabel={(event) => `${event.action} by ${whoOf(event)}`}
        empty={<NoEvents isFiltered={action !== null} onClear={() => replace({ action: null })} />}
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
    </div>
  );
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No such event"
        actions={<Button onClick={onClear}>Show all</Button>}
      >
        Nobody has done this in the project.
      </EmptyState>
    );
  return (
    <EmptyState icon={<ScrollText />} title="No events yet">
      Changes to members, keys, queues, models and data in this project appear here.
    </EmptyState>
  );
}

function readable({ at, ...event }: AuditEvent): Record<string, unknown> {
  return { at: at.toISOString(), ...event };
}
