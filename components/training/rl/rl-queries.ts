import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { queryRlWaits } from "#lib/contract/reinforcement/rl-people.ts";
import {
  cancelRlRun,
  createRlRun,
  getRlRun,
  queryRlRollouts,
  queryRlRuns,
  type RolloutOrder,
} from "#lib/contract/reinforcement/rl-runs.ts";

const PAGE_SIZE = 50;
/** Answers are long; more of them than this nobody reads at once. */
const ROLLOUTS_SHOWN = 20;

function runsKey(projectId: string) {
  return ["rl-runs", projectId] as const;
}

/** Reinforcement runs, newest first. */
export function rlRunListQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [...runsKey(projectId), "list"],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryRlRuns, { projectId, limit: PAGE_SIZE, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.runs.length, offset),
    select: ({ pages }) => pages.flatMap(({ runs }) => runs),
  });
}

/** One run with its rounds. */
export function rlRunQuery(projectId: string, runId: string) {
  return queryOptions({
    queryKey: [...runsKey(projectId), "one", runId],
    queryFn: ({ signal }) => call(getRlRun, { projectId, runId }, { signal }),
  });
}

/** The run of which a job is a round; null where it is none. */
export function runOfJobQuery(projectId: string, jobId: string) {
  return queryOptions({
    queryKey: [...runsKey(projectId), "of-job", jobId],
    queryFn: async ({ signal }) => {
      const { runs } = await call(queryRlRuns, { projectId, jobId, limit: 1, offset: 0 }, { signal });
      return runs[0] ?? null;
    },
  });
}

/** Runs that wait for people, all of the project or those of one queue. */
export function rlWaitsQuery(projectId: string, queueId?: string) {
  return queryOptions({
    queryKey: [...runsKey(projectId), "waits", queueId ?? null],
    queryFn: async ({ signal }) =>
      (await call(queryRlWaits, { projectId, ...(queueId === undefined ? {} : { queueId }) }, { signal }))
        .waits,
  });
}

export type RolloutsAsked = { runId: string; round: number; order: RolloutOrder };

export function rolloutListQuery(projectId: string, asked: RolloutsAsked) {
  return infiniteQueryOptions({
    queryKey: [...runsKey(projectId), "rollouts", asked.runId, asked.round, asked.order],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryRlRollouts, { projectId, ...asked, limit: ROLLOUTS_SHOWN, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.rollouts.length, offset),
    placeholderData: keepPreviousData,
  });
}

/** A page that gives nothing is the last one, whatever was counted. */
function nextOffset(total: number, reached: number, offset: number): number | undefined {
  return reached > offset && reached < total ? reached : undefined;
}

export type RlRunInput = Omit<InputOf<typeof createRlRun>, "projectId">;

export function useCreateRlRun(projectId: string) {
  const refresh = useRefreshRlRuns(projectId);
  return useMutation({
    mutationFn: (input: RlRunInput) => call(createRlRun, { projectId, ...input }),
    onSuccess: refresh,
  });
}

export function useCancelRlRun(projectId: string, runId: string) {
  const refresh = useRefreshRlRuns(projectId);
  return useMutation({
    mutationFn: (keep: boolean) => call(cancelRlRun, { projectId, runId, keep }),
    onSuccess: refresh,
  });
}

export function useRefreshRlRuns(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: runsKey(projectId) });
}
