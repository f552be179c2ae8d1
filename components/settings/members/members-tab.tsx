"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { type Member, membersQuery, useMemberActs } from "#components/project/member-queries.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { SettingsSection, TablePanel } from "#components/session/settings-section.tsx";
import { ResetLinkDialog } from "#components/settings/account/reset-link-dialog.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { INVITATION_HOURS } from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { memberColumns } from "./member-columns.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

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
  const { mutate } = acts.setRole;
  const columns = useMemo(() => {
    const onRole = (member: Member, role: Role) =>
      mutate(
        { userId: member.userId, role },
        {
          onSuccess: () => toast({ title: `${member.name || member.email} is now ${role}`, tone: "success" }),
          onError: (error) =>
            toast({ title: "The role did not change", detail: explainError(error), tone: "danger" }),
        },
      );
    const onReset = canReset ? setResetting : null;
    return memberColumns({ ownId: me.userId, canManage, onRole, onRemove: setRemoving, onReset });
  }, [me.userId, canManage, canReset, mutate]);
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
