"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { useProject } from "#components/project/project-context.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { madeCallsQuery } from "./call-queries.ts";
import { madeBy } from "./made-calls.ts";

type Freshness = { staleTime?: number; refetchOnWindowFocus?: boolean };

/** What a call made; undefined while that loads. */
export function useMadeCalls(call: Call, freshness: Freshness = {}) {
  const { projectId } = useProject();
  const query = useQuery({ ...madeCallsQuery(projectId, [call]), ...freshness });
  const { data } = query;
  const calls = useMemo(
    (): readonly MadeCall[] | undefined => data && madeBy(call, data.calls),
    [call, data],
  );
  return { query, calls, isCut: data?.isCut ?? false };
}
