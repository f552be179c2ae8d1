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
import { Button } from "#components/ui/button/button.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { type AccountAct, AccountActDialog } from "./account-act-dialog.tsx";
import { peopleColumns } from "./people-columns.tsx";
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
