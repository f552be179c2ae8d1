import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  checkUpstream,
  createUpstream,
  deleteUpstream,
  listUpstreams,
  type Upstream,
  updateUpstream,
} from "#lib/contract/models/upstreams.ts";

const UPSTREAMS_KEY = ["upstreams"] as const;
const PAGE_SIZE = 100;

export const upstreamsQuery = queryOptions({
  queryKey: UPSTREAMS_KEY,
  queryFn: async ({ signal }): Promise<Upstream[]> => {
    const upstreams: Upstream[] = [];
    for (let after = ""; ; ) {
      const page = await call(listUpstreams, { limit: PAGE_SIZE, ...(after ? { after } : {}) }, { signal });
      upstreams.push(...page.data);
      if (!page.hasMore) return upstreams;
      after = page.lastId;
    }
  },
});

export type UpstreamSettings = InputOf<typeof createUpstream>;

/** Adds an upstream, or changes the one of the id. */
export function useSaveUpstream(upstreamId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: UpstreamSettings) =>
      upstreamId === null
        ? call(createUpstream, settings)
        : call(updateUpstream, { upstreamId, ...settings }),
    onSuccess: () => client.invalidateQueries({ queryKey: UPSTREAMS_KEY }),
  });
}

export function useDeleteUpstream() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upstreamId: string) => call(deleteUpstream, { upstreamId }),
    onSuccess: () => client.invalidateQueries({ queryKey: UPSTREAMS_KEY }),
  });
}

export function useCheckUpstream() {
  return useMutation({
    mutationFn: (input: InputOf<typeof checkUpstream>) => call(checkUpstream, input),
  });
}
