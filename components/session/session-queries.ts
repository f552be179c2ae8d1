import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { getMe } from "#lib/contract/access/accounts.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type Me = ReplyOf<typeof getMe>;

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => call(getMe, {}, { signal }),
  staleTime: 60_000,
});
