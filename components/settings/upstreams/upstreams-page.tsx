"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Server, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { tableProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { Upstream } from "#lib/contract/models/upstreams.ts";
import { UpstreamDialog } from "./upstream-dialog.tsx";
import { upstreamsQuery, useDeleteUpstream } from "./upstream-queries.ts";

/** The servers that some chats are passed on to, for the admins of this one. */
export function UpstreamsPage() {
  const me = useMe();
  if (me.isInstanceAdmin) return <Upstreams />;
  return (
    <>
      <PageHeader title="Upstream servers" />
      <NoAccess title="Upstream servers are managed by the admins of this server">
        Their models appear in the playground with all others.
      </NoAccess>
    </>
  );
}

function Upstreams() {
  const upstreams = useQuery(upstreamsQuery);
  /** The one that is changed; null is a new one. */
  const [open, setOpen] = useState<Upstream | null | undefined>(undefined);
  const [leaving, setLeaving] = useState<Upstream | null>(null);
  const columns = useMemo(() => [...COLUMNS, deletion(setLeaving)], []);
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen(null)}>
      Add server
    </Button>
  );
  return (
    <>
      <PageHeader title="Upstream servers" actions={add} />
      <DataTable
        className="flex-1"
        label="Upstream servers"
        columns={columns}
        {...tableProps(upstreams, "The upstream servers")}
        getRowId={({ id }) => id}
        rowLabel={({ name }) => `Upstream ${name}`}
        onOpen={setOpen}
        empty={
          <EmptyState icon={<Server />} title="No upstream servers yet" actions={add}>
            Forward chats to any OpenAI-compatible server, and record them here like all others.
          </EmptyState>
        }
      />
      {open === undefined ? null : (
        <UpstreamDialog key={open?.id ?? "new"} upstream={open} onClose={() => setOpen(undefined)} />
      )}
      {leaving ? <DeleteUpstream upstream={leaving} onClose={() => setLeaving(null)} /> : null}
    </>
  );
}

function DeleteUpstream({ upstream, onClose }: { upstream: Upstream; onClose: () => void }) {
  const remove = useDeleteUpstream();
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete the upstream “${upstream.name}”?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={() => remove.mutate(upstream.id, { onSuccess: onClose })}
    >
      Programs that ask for {upstream.name}/… will get an error, and its API key is deleted. Recorded calls
      are kept.
    </ConfirmDialog>
  );
}

const COLUMNS: readonly DataTableColumn<Upstream>[] = [
  {
    id: "name",
    header: "Name",
    width: "md",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "address",
    header: "Address",
    width: "fill",
    cell: ({ baseUrl, allowPrivate }) => (
      <span title={baseUrl}>
        {baseUrl}
        {allowPrivate ? <span className="ml-2 text-muted text-xs">private</span> : null}
      </span>
    ),
  },
  {
    id: "models",
    header: "Models",
    width: "sm",
    wideOnly: true,
    cell: ({ models }) => (
      <span title={models.join(", ")}>
        {models.length === 0 ? (
          <span className="text-muted">from the server</span>
        ) : (
          countOf(models.length, "model")
        )}
      </span>
    ),
  },
  {
    id: "key",
    header: "Key",
    width: "xs",
    wideOnly: true,
    cell: ({ hasKey }) => (hasKey ? "stored" : <span className="text-muted">none</span>),
  },
  {
    id: "updated",
    header: "Changed",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ updatedAt }) => <Time value={updatedAt} className="text-muted" />,
  },
];

function deletion(onDelete: (upstream: Upstream) => void): DataTableColumn<Upstream> {
  return {
    id: "delete",
    header: "Delete",
    width: "2xs",
    align: "end",
    cell: (upstream) => (
      <IconButton
        size="sm"
        label={`Delete ${upstream.name}`}
        icon={<Trash2 />}
        onClick={(event) => {
          event.stopPropagation();
          onDelete(upstream);
        }}
      />
    ),
  };
}
