"use client";

import { useQuery } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useMemo, useState } from "react";
import { tableProps } from "#components/layout/state/list-props.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { ResetLinkDialog } from "#components/settings/account/reset-link-dialog.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable, type DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { type AccountAct, AccountActDialog } from "./account-act-dialog.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { type Account, accountsQuery, nameOf } from "./people-queries.ts";

type Asked = { act: AccountAct | "reset"; account: Account };

/** Everybody who has an account on the server, for its admins. */
export function PeoplePage() {
  const me = useMe();
  if (!me.isInstanceAdmin)
    return (
      <>
        <PageHeader title="People" />
        <NoAccess title="Accounts are managed by the admins of this server">
          For the people of a project, see its settings.
        </NoAccess>
      </>
    );
  return <People ownId={me.userId} />;
}

function People({ ownId }: { ownId: string }) {
  const { get, replace } = useSearchState();
  const wanted = get("q") ?? "";
  const accounts = useQuery(accountsQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useMemo(
    () => peopleColumns({ ownId, onAct: (act, account) => setAsked({ act, account }) }),
    [ownId],
  );
  const shown = useMemo(
    () => accounts.data?.filter(({ name, email }) => includes(`${name} ${email}`, wanted)),
    [accounts.data, wanted],
  );
  const close = () => setAsked(null);
  const showAll = () => replace({ q: null });
  return (
    <>
      <PageHeader title="People" meta={accounts.data ? countOf(accounts.data.length, "account") : null}>
        <FilterBar onClear={wanted === "" ? null : showAll}>
          <SearchInput
            isOfPage
            label="Name or e-mail"
            value={wanted}
            onCommit={(q) => replace({ q: q || null })}
            className="w-64 max-md:w-full"
          />
        </FilterBar>
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Accounts"
        columns={columns}
        {...tableProps({ ...accounts, data: shown }, "The accounts")}
        getRowId={({ userId }) => userId}
        rowLabel={(account) => `Account ${nameOf(account)}`}
        empty={
          <EmptyState
            icon={<UserSearch />}
            title="No one has that name"
            actions={<Button onClick={showAll}>Show everyone</Button>}
          >
            Accounts are created by invitation, in project settings.
          </EmptyState>
        }
      />
      {asked?.act === "reset" ? <ResetLinkDialog person={asked.account} onClose={close} /> : null}
      {asked && asked.act !== "reset" ? (
        <AccountActDialog act={asked.act} account={asked.account} ownId={ownId} onClose={close} />
      ) : null}
    </>
  );
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

type PeopleColumns = { ownId: string; onAct: (act: AccountAct | "reset", account: Account) => void };

function peopleColumns({ ownId, onAct }: PeopleColumns): DataTableColumn<Account>[] {
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
