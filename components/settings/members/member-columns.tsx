import { KeyRound } from "lucide-react";
import type { Member } from "#components/project/member-queries.ts";
import { ROLE_OPTIONS, ROLE_TEXTS, readRole } from "#components/project/role-texts.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import type { Role } from "#lib/contract/access.ts";

type MemberColumns = {
  ownId: string;
  canManage: boolean;
  onRole: (member: Member, role: Role) => void;
  onRemove: (member: Member) => void;
  /** Null for people who may not create password reset links. */
  onReset: ((member: Member) => void) | null;
};

const SOURCES = { entity: "Admin of the entity", instance: "Admin of this server" };

export function memberColumns({
  ownId,
  canManage,
  onRole,
  onRemove,
  onReset,
}: MemberColumns): DataTableColumn<Member>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "fill",
      cell: (member) => <Person member={member} isMe={member.userId === ownId} />,
    },
    {
      id: "role",
      header: "Role",
      width: "md",
      cell: (member) => <MemberRole member={member} canManage={canManage} onRole={onRole} />,
    },
    {
      id: "joined",
      header: "Joined",
      width: "sm",
      align: "end",
      wideOnly: true,
      cell: ({ joinedAt }) => <Time value={joinedAt} className="text-muted" />,
    },
    {
      id: "acts",
      header: "Action",
      width: onReset ? "md" : "sm",
      align: "end",
      cell: (member) => (
        <MemberActs
          member={member}
          onRemove={canManage && member.source === "project" ? onRemove : null}
          onReset={member.isDisabled ? null : onReset}
        />
      ),
    },
  ];
}

type MemberActsProps = {
  member: Member;
  onRemove: ((member: Member) => void) | null;
  onReset: ((member: Member) => void) | null;
};

function MemberActs({ member, onRemove, onReset }: MemberActsProps) {
  const name = member.name || member.email;
  return (
    <span className="flex justify-end">
      {onReset ? (
        <IconButton
          size="sm"
          label={`Reset link for ${name}`}
          icon={<KeyRound />}
          onClick={() => onReset(member)}
        />
      ) : null}
      {onRemove ? (
        <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={() => onRemove(member)}>
          Remove
        </Button>
      ) : null}
    </span>
  );
}

function Person({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <span title={member.email} className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate">
        <span className="font-medium">{member.name || member.email}</span>{" "}
        {member.name ? <span className="text-faint max-md:hidden">{member.email}</span> : null}
      </span>
      {isMe ? <Badge>You</Badge> : null}
      {member.isDisabled ? <Badge tone="warning">Disabled</Badge> : null}
    </span>
  );
}

type MemberRoleProps = { member: Member } & Pick<MemberColumns, "canManage" | "onRole">;

/** A role that comes from above the project cannot be changed in the project. */
function MemberRole({ member, canManage, onRole }: MemberRoleProps) {
  if (member.source !== "project")
    return <span title={SOURCES[member.source]}>{SOURCES[member.source]}</span>;
  if (!canManage) return ROLE_TEXTS[member.role].label;
  return (
    <Select
      size="sm"
      className="my-1"
      aria-label={`Role of ${member.name || member.email}`}
      value={member.role}
      onValueChange={(picked) => {
        const role = readRole(picked);
        if (role && role !== member.role) onRole(member, role);
      }}
      options={ROLE_OPTIONS}
    />
  );
}
