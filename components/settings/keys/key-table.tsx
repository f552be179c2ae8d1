"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { tableProps } from "#components/layout/state/list-props.ts";
import { TablePanel } from "#components/session/settings-section.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { type ApiKey, keysQuery, useRevokeKey } from "./key-queries.ts";
import { SCOPE_TEXTS } from "./key-scopes.ts";

/** The reader's own keys; with a project, all that may act there. */
export function KeyTable({ projectId }: { projectId?: string }) {
  const keys = useQuery(keysQuery(projectId));
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const columns = useMemo(() => keyColumns(projectId !== undefined, setRevoking), [projectId]);
  return (
    <TablePanel>
      <DataTable
        label="API keys"
        columns={columns}
        {...tableProps(keys, "The keys")}
        getRowId={({ id }) => id}
        rowLabel={({ name }) => `Key ${name}`}
        empty={
          <EmptyState icon={<KeyRound />} title="No API keys">
            Programs authenticate with a key. A key can never do more than its owner.
          </EmptyState>
        }
      />
      {revoking ? <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </TablePanel>
  );
}

function keyColumns(withOwner: boolean, onRevoke: (key: ApiKey) => void): DataTableColumn<ApiKey>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "fill",
      cell: ({ name, prefix }) => (
        <span title={name}>
          <span className="font-medium">{name}</span>{" "}
          <span className="font-mono text-faint text-xs">{prefix}…</span>
        </span>
      ),
    },
    ...(withOwner
      ? [{ id: "owner", header: "Owner", width: "sm", cell: ({ userName }: ApiKey) => userName } as const]
      : []),
    { id: "scopes", header: "May", width: "md", wideOnly: true, cell: ({ scopes }) => scopesOf(scopes) },
    { id: "projects", header: "Projects", width: "md", wideOnly: true, cell: projectsOf },
    {
      id: "used",
      header: "Last used",
      width: "sm",
      wideOnly: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time value={lastUsedAt} className="text-muted" /> : "Never"),
    },
    { id: "expires", header: "Expires", width: "sm", cell: expiryOf },
    {
      id: "revoke",
      header: "Action",
      width: "sm",
      align: "end",
      cell: (key) =>
        key.canRevoke ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Revoke the key ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        ) : null,
    },
  ];
}

function scopesOf(scopes: ApiKey["scopes"]): string {
  return scopes.map((scope) => SCOPE_TEXTS[scope].label).join(", ");
}

function projectsOf({ projectIds }: ApiKey) {
  const names = projectIds.join(", ");
  return <span title={names}>{projectIds.length === 0 ? "All of its owner's" : names}</span>;
}

function expiryOf({ expiresAt }: ApiKey) {
  if (!expiresAt) return "Never";
  if (expiresAt.getTime() < Date.now()) return <Badge tone="warning">Expired</Badge>;
  return <Time value={expiresAt} className="text-muted" />;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useRevokeKey();
  const confirm = () =>
    carryOut(revoke, apiKey.id, {
      onSuccess: () => {
        toast({ title: `The key “${apiKey.name}” was revoked` });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Revoke the key “${apiKey.name}”?`}
      confirmLabel="Revoke"
      pending={revoke.isPending}
      error={revoke.error ? explainError(revoke.error) : null}
      onConfirm={confirm}
    >
      Programs that use it are refused from their next request on. This cannot be undone.
    </ConfirmDialog>
  );
}
