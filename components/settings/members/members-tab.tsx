"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import {
  type Invitation,
  invitationsQuery,
  type Member,
  membersQuery,
  useMemberActs,
} from "#components/project/member-queries.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ROLE_TEXTS } from "#components/project/role-texts.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { SettingsSection, TablePanel } from "#components/session/settings-section.tsx";
import { ResetLinkDialog } from "#components/settings/account/reset-link-dialog.tsx";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { INVITATION_HOURS } from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { memberColumns } from "./member-columns.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

const STATES: { [S in Invitation["state"]]: { label: string; tone: Tone } } = {
  pending: { label: "Waiting", tone: "accent" },
  accepted: { label: "Accepted", tone: "success" },
  revoked: { label: "Revoked", tone: "neutral" },
  expired: { label: "Expired", tone: "warning" },
};

/** Who may use the project, in what role, and who is invited. */
export function MembersTab() {
  const { can } = useProject();
  const [isInviting, setInviting] = useState(false);
  if (!can("members:read"))
    return (
      <NoAccess title="The members are not shown to annotators">
        To change your role, ask an admin of the project.
      </NoAccess>
    );
  const canManage = can("members:manage");
  return (
    <div className="max-w-5xl p-4">
      <SettingsSection
        title="Members"
        intro={
          canManage
            ? "A new role applies from the member's next request."
            : "Only admins invite people and change roles."
        }
        actions={
          canManage ? (
            <Button variant="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
              Invite someone
            </Button>
          ) : null
        }
      >
        <MemberTable canManage={canManage} />
      </SettingsSection>
      {canManage ? (
        <SettingsSection title="Invitations" intro={`Each link works once, for ${INVITATION_HOURS} hours.`}>
          <InvitationTable />
        </SettingsSection>
      ) : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  );
}

function MemberTable({ canManage }: { canManage: boolean }) {
  const me = useMe();
  const project = useProject();
  const members = useQuery(membersQuery(project));
  const acts = useMemberActs(project);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [resetting, setResetting] = useState<Member | null>(null);
  const canReset = me.entities.some(({ name, isAdmin }) => isAdmin && name === project.entity);
  const { mutateAsync } = acts.setRole;
  const columns = useMemo(() => {
    const onRole = (member: Member, role: Role) =>
      carryOut(
        { mutateAsync },
        { userId: member.userId, role },
        {
          onSuccess: () => toast({ title: `${member.name || member.email} is now ${role}`, tone: "success" }),
          onError: (error) =>
            toast({ title: "The role did not change", detail: explainError(error), tone: "danger" }),
        },
      );
    const onReset = canReset ? setResetting : null;
    return memberColumns({ ownId: me.userId, canManage, onRole, onRemove: setRemoving, onReset });
  }, [me.userId, canManage, canReset, mutateAsync]);
  return (
    <TablePanel>
      <DataTable
        label="Members"
        columns={columns}
        rows={members.data}
        getRowId={({ userId }) => userId}
        rowLabel={({ name, email }) => `Member ${name || email}`}
        error={
          members.error
            ? { title: "The members could not be loaded.", detail: explainError(members.error) }
            : null
        }
        onRetry={() => void members.refetch()}
        empty={null}
      />
      {removing ? <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} /> : null}
      {resetting ? <ResetLinkDialog person={resetting} onClose={() => setResetting(null)} /> : null}
    </TablePanel>
  );
}

function InvitationTable() {
  const project = useProject();
  const invitations = useQuery(invitationsQuery(project));
  const { mutateAsync } = useMemberActs(project).revoke;
  const columns = useMemo(() => {
    const onRevoke = ({ id, email }: Invitation) =>
      carryOut({ mutateAsync }, id, {
        onSuccess: () => toast({ title: `The invitation of ${email} was revoked` }),
        onError: (error) =>
          toast({ title: "The invitation stays", detail: explainError(error), tone: "danger" }),
      });
    return invitationColumns(onRevoke);
  }, [mutateAsync]);
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
