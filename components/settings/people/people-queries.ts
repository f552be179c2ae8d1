import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { listAccounts, updateAccount, updateEntityMember } from "#lib/contract/access/people.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type Account = ReplyOf<typeof listAccounts>["accounts"][number];

export const accountsQuery = queryOptions({
  queryKey: ["accounts"],
  queryFn: async ({ signal }) => (await call(listAccounts, {}, { signal })).accounts,
});

/** What an admin of the server does with accounts. */
export function useAccountActs() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  return {
    update: useMutation({
      mutationFn: (change: { userId: string; isDisabled?: boolean; isInstanceAdmin?: boolean }) =>
        call(updateAccount, change),
      onSettled,
    }),
    setEntityAdmin: useMutation({
      mutationFn: (change: { userId: string; entity: string; isAdmin: boolean }) =>
        call(updateEntityMember, change),
      onSettled,
    }),
  };
}

export function nameOf({ name, email }: Pick<Account, "name" | "email">): string {
  return name || email;
}
