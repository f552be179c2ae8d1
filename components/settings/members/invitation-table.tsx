"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { type Invitation, invitationsQuery, useMemberActs } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ROLE_TEXTS } from "#components/project/role-texts.ts";
import { TablePanel } from "#components/session/settings-section.tsx";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";

const STATES: { [S in Invitation["state"]]: { label: string; tone: Tone } } = {
  pending: { label: "Waiting", tone: "accent" },
  accepted: { label: "Accepted", tone: "success" },
  revoked: { label: "Revoked", tone: "neutral" },
  expired: { label: "Expired", tone: "warning" },
};

export function InvitationTable() {
  const project = useProject();
  const invitations = useQuery(invitationsQuery(project));
  const { mutate } = useMemberActs(project).revoke;
  const columns = useMemo(() => {
    const onRevoke = ({ id, email }: Invitation) =>
      mutate(id, {
        onSuccess: () => toast({ title: `The invitation of ${email} was revoked` }),
        onError: (error) =>
          toast({ title: "The invitation stays", detail: explainError(error), tone: "danger" }),
      });
    return invitationColumns(onRevoke);
  }, [mutate]);
  return (
    <TablePanel>
      <DataTable
        label="Invitations"
        columns={columns}
        rows={invitations.data}
        getRowId={({ id }) => id}
        rowLabel={({ email }) => `Invitation of ${email}`}
        error={
          invitations.error
            ? { title: "The invitations could not be loaded.", detail: explainError(invitations.error) }
            : null
        }
        onRetry={() => void invitations.refetch()}
        empty={<p className="px-4 py-3 text-faint">No invitations yet.</p>}
      />
    </TablePanel>
  );
}

function invitationColumns(onRevoke: (invitation: Invitation) => void): DataTableColumn<Invitation>[] {
  return [
    { id: "email", header: "E-mail", width: "fill", cell: ({ email }) => <span title={email}>{email}</span> },
    { id: "role", header: "Role", width: "sm", wideOnly: true, cell: ({ role }) => ROLE_TEXTS[role].label },
    {
      id: "state",
      header: "State",
      width: "md",
      cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
    },
    { id: "by", header: "Invited by", width: "sm", wideOnly: true, cell: ({ createdBy }) => createdBy },
    {
      id: "expires",
      header: "Ends",
      width: "sm",
      wideOnly: true,
      cell: ({ expiresAt, state }) =>
        state === "pending" ? <Time value={expiresAt} className="text-muted" /> : "–",
    },
    {
      id: "revoke",
      header: "Action",
      width: "md",
      align: "end",
      cell: (invitation) =>
        invitation.state === "pending" ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Revoke the invitation of ${invitation.email}`}
            onClick={() => onRevoke(invitation)}
          >
            Revoke
          </Button>
        ) : null,
    },
  ];
}
