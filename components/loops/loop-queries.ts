import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { queryLoopRuns, stopLoopRun } from "#lib/contract/loops/loop-runs.ts";
import {
  createLoop,
  deleteLoop,
  getLoop,
  type Loop,
  queryLoops,
  runLoop,
  stopLoops,
  updateLoop,
} from "#lib/contract/loops/loops.ts";

const PAGE_SIZE = 50;
const RUNS_SHOWN = 20;

export type LoopInput = Omit<InputOf<typeof createLoop>, "projectId">;

function loopsKey(projectId: string) {
  return ["loops", projectId] as const;
}

/** Loops with their last runs, by name. */
export function loopListQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [...loopsKey(projectId), "list"],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryLoops, { projectId, limit: PAGE_SIZE, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.loops.length, offset),
    select: ({ pages }) => pages.flatMap(({ loops }) => loops),
  });
}

export function loopQuery(projectId: string, loopId: string) {
  return queryOptions({
    queryKey: [...loopsKey(projectId), "one", loopId],
    queryFn: async ({ signal }) => (await call(getLoop, { projectId, loopId }, { signal })).loop,
  });
}

/** The runs of a loop, newest first. */
export function loopRunListQuery(projectId: string, loopId: string) {
  return infiniteQueryOptions({
    queryKey: [...loopsKey(projectId), "runs", loopId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(queryLoopRuns, { projectId, loopId, limit: RUNS_SHOWN, offset: pageParam }, { signal }),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.runs.length, offset),
    select: ({ pages }) => pages.flatMap(({ runs }) => runs),
  });
}

/** A new loop, or `loopId` replaced. */
export function useSaveLoop(projectId: string) {
  const refresh = useRefreshLoops(projectId);
  return useMutation({
    mutationFn: ({ loopId, input }: { loopId: string | null; input: LoopInput }) =>
      loopId === null
        ? call(createLoop, { projectId, ...input })
        : call(updateLoop, { projectId, loopId, ...input }),
    onSuccess: refresh,
  });
}

export function useRunLoop(projectId: string, loopId: string) {
  const refresh = useRefreshLoops(projectId);
  return useMutation({ mutationFn: () => call(runLoop, { projectId, loopId }), onSettled: refresh });
}

export function useStopRun(projectId: string, runId: string) {
  const refresh = useRefreshLoops(projectId);
  return useMutation({ mutationFn: () => call(stopLoopRun, { projectId, runId }), onSuccess: refresh });
}

export function useStopLoops(projectId: string) {
  const refresh = useRefreshLoops(projectId);
  return useMutation({ mutationFn: () => call(stopLoops, { projectId }), onSuccess: refresh });
}

/** Nothing of it is read again, since it is not there any more. */
export function useDeleteLoop(projectId: string, loopId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteLoop, { projectId, loopId }),
    onSuccess: () => client.invalidateQueries({ queryKey: loopListQuery(projectId).queryKey }),
  });
}

export function useRefreshLoops(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: loopsKey(projectId) });
}

/** A loop as it is sent again. */
export function inputOf(loop: Loop): LoopInput {
  const { name, datasetId, when, train, measure, promote, maxJobs, isPaused } = loop;
  return {
    ...{ name, datasetId, when, train, maxJobs, isPaused },
    ...(measure ? { measure } : {}),
    ...(promote ? { promote } : {}),
  };
}
