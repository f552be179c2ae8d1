import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import { createKey, listKeys, revokeKey } from "#lib/contract/access/keys.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

export type ApiKey = ReplyOf<typeof listKeys>["keys"][number];

/** The reader's own keys; with a project, all keys that may act there, for its admins. */
export function keysQuery(projectId?: string) {
  return queryOptions({
    queryKey: ["keys", projectId ?? null],
    queryFn: async ({ signal }) =>
      (await call(listKeys, { ...(projectId ? { projectId } : {}) }, { signal })).keys,
  });
}

export function useCreateKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof createKey>) => call(createKey, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["keys"] }),
  });
}

export function useRevokeKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => call(revokeKey, { keyId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["keys"] }),
  });
}
