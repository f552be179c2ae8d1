import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { batchedLoader } from "#lib/client/batched-loader.ts";
import { call } from "#lib/client/call.ts";
import { type CallDetails, getCallDetails, MAX_DETAILED_CALLS } from "#lib/contract/traces/call-lists.ts";
import { callsKey } from "./call-queries.ts";

export type CallDetailsLoader = {
  /** The search text of the list; empty if none. */
  search: string;
  load: (callId: string) => Promise<CallDetails | null>;
};

/** Loads the details of the visible calls of a list. */
export function callDetailsLoader(projectId: string, search = ""): CallDetailsLoader {
  const load = batchedLoader<CallDetails>({
    most: MAX_DETAILED_CALLS,
    loadMany: async (callIds) => {
      const { details } = await call(getCallDetails, { projectId, callIds, ...(search ? { search } : {}) });
      return new Map(details.map((one) => [one.id, one]));
    },
  });
  return { search, load };
}

const LoaderContext = createContext<CallDetailsLoader | null>(null);
export const CallDetailsProvider = LoaderContext.Provider;

export function callDetailsKey(projectId: string) {
  return [...callsKey(projectId), "details"] as const;
}

/** The search text of the surrounding list. */
export function useSearched(): string {
  return useContext(LoaderContext)?.search ?? "";
}

/** Undefined while they load; null where the call is gone. */
export function useCallDetails(callId: string): CallDetails | null | undefined {
  const { projectId } = useProject();
  const loader = useContext(LoaderContext);
  const { data, isError } = useQuery({
    queryKey: [...callDetailsKey(projectId), loader?.search, callId],
    queryFn: () => loader?.load(callId) ?? null,
    enabled: loader !== null,
    staleTime: 60_000,
  });
  return isError ? null : data;
}
