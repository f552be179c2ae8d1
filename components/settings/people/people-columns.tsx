import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { AccountAct } from "./account-act-dialog.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { type Account, nameOf } from "./people-queries.ts";

type PeopleColumns = { ownId: string; onAct: (act: AccountAct | "reset", account: Account) => void };

export function peopleColumns({ ownId, onAct }: PeopleColumns): DataTableColumn<Account>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "fill",
      cell: (account) => <Person account={account} isMe={account.userId === ownId} />,
    },
    {
      id: "entities",
      header: "Entities",
      width: "md",
      wideOnly: true,
      cell: ({ entities }) => <Places names={entities.map(entityText)} />,
    },
    {
      id: "projects",
      header: "Projects",
      width: "sm",
      wideOnly: true,
      cell: ({ projects }) =>
        projects.length === 0 ? (
          <span className="text-faint">None</span>
        ) : (
          <span title={projects.map(({ projectId, role }) => `${projectId}: ${role}`).join("\n")}>
            {countOf(projects.length, "project")}
          </span>
        ),
    },
    {
      id: "keys",
      header: "Keys",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ keys }) => keys,
    },
    {
      id: "seen",
      header: "Last seen",
      width: "sm",
      align: "end",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? (
          <Time value={lastSeenAt} className="text-muted" />
        ) : (
          <span className="text-faint">Never</span>
        ),
    },
    {
      id: "acts",
      header: "Actions",
      width: "xs",
      align: "end",
      cell: (account) => <AccountMenu account={account} isMe={account.userId === ownId} onAct={onAct} />,
    },
  ];
}

function Person({ account, isMe }: { account: Account; isMe: boolean }) {
  return (
    <span title={account.email} className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate">
        <span className="font-medium">{nameOf(account)}</span>{" "}
        {account.name ? <span className="text-faint max-md:hidden">{account.email}</span> : null}
      </span>
      {isMe ? <Badge>You</Badge> : null}
      {account.isInstanceAdmin ? <Badge tone="accent">Admin</Badge> : null}
      {account.isDisabled ? <Badge tone="warning">Disabled</Badge> : null}
    </span>
  );
}

function entityText({ name, isAdmin }: Account["entities"][number]): string {
  return isAdmin ? `${name} (admin)` : name;
}

function Places({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-faint">None</span>;
  return (
    <span title={names.join(", ")} className="block truncate">
      {names.join(", ")}
    </span>
  );
}
