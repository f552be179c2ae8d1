import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { dryRunGrader, getGraderSecret, runGrader } from "#lib/contract/evaluation/grader-trials.ts";
import { createGrader, getGrader, queryGraders, updateGrader } from "#lib/contract/evaluation/graders.ts";
import {
  type GraderTrust,
  measureGrader,
  queryGraderDisagreements,
  queryGraderMeasurements,
} from "#lib/contract/evaluation/judges.ts";

const PAGE_SIZE = 50;

export type DryRun = ReplyOf<typeof dryRunGrader>;

function gradersKey(projectId: string) {
  return ["graders", projectId] as const;
}

export function graderListQuery(
  projectId: string,
  { name, isArchived }: { name: string; isArchived: boolean },
) {
  return infiniteQueryOptions({
    queryKey: [...gradersKey(projectId), "list", name, isArchived],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryGraders,
        { projectId, ...(name ? { name } : {}), isArchived, limit: PAGE_SIZE, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.graders.length, offset),
    select: ({ pages }) => pages.flatMap(({ graders }) => graders),
  });
}

export function graderQuery(projectId: string, graderId: string) {
  return queryOptions({
    queryKey: [...gradersKey(projectId), "one", graderId],
    queryFn: ({ signal }) => call(getGrader, { projectId, graderId }, { signal }),
  });
}

/** The grade of one text; nothing is asked while there is no grader. */
export function trialQuery(input: InputOf<typeof runGrader> | null) {
  return queryOptions({
    queryKey: ["grader-trial", input],
    queryFn: ({ signal }) => {
      if (!input) throw new Error("Complete the grader first");
      return call(runGrader, input, { signal });
    },
    enabled: input !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The same of one stored call. */
export function trialOnCallQuery(input: InputOf<typeof dryRunGrader> | null) {
  return queryOptions({
    queryKey: ["grader-trial-on-call", input],
    queryFn: ({ signal }) => {
      if (!input) throw new Error("Complete the grader first");
      return call(dryRunGrader, input, { signal });
    },
    enabled: input !== null,
    retry: false,
  });
}

export function signingSecretQuery(projectId: string) {
  return queryOptions({
    queryKey: ["grader-secret", projectId],
    queryFn: ({ signal }) => call(getGraderSecret, { projectId }, { signal }),
  });
}

export function useDryRun(projectId: string) {
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof dryRunGrader>, "projectId">) =>
      call(dryRunGrader, { projectId, ...input }),
  });
}

const MEASUREMENTS_SHOWN = 20;
/** As many as one measurement can have. */
const DISAGREEMENTS_SHOWN = 200;

/** The newest measurements of a grader. */
export function measurementsQuery(projectId: string, graderId: string) {
  return queryOptions({
    queryKey: [...gradersKey(projectId), "measurements", graderId],
    queryFn: ({ signal }) =>
      call(
        queryGraderMeasurements,
        { projectId, graderId, limit: MEASUREMENTS_SHOWN, offset: 0 },
        { signal },
      ),
  });
}

export function disagreementsQuery(projectId: string, graderId: string, measurementId: string) {
  return queryOptions({
    queryKey: [...gradersKey(projectId), "disagreements", measurementId],
    queryFn: ({ signal }) =>
      call(
        queryGraderDisagreements,
        { projectId, graderId, measurementId, limit: DISAGREEMENTS_SHOWN, offset: 0 },
        { signal },
      ),
  });
}

export function useMeasure(projectId: string, graderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof measureGrader>, "projectId" | "graderId">) =>
      call(measureGrader, { projectId, graderId, ...input }),
    onSuccess: () => client.invalidateQueries({ queryKey: gradersKey(projectId) }),
  });
}

export function useSetTrust(projectId: string, graderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trust: GraderTrust) => call(updateGrader, { projectId, graderId, trust }),
    onSuccess: () => client.invalidateQueries({ queryKey: gradersKey(projectId) }),
  });
}

type Saved = Omit<InputOf<typeof createGrader>, "projectId">;

/** Stores a new grader, or changes the one of this id. */
export function useSaveGrader(projectId: string, graderId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Saved) =>
      graderId === null
        ? call(createGrader, { projectId, ...input })
        : call(updateGrader, { projectId, graderId, ...input }),
    onSuccess: () => client.invalidateQueries({ queryKey: gradersKey(projectId) }),
  });
}

export function useArchiveGrader(projectId: string, graderId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isArchived: boolean) => call(updateGrader, { projectId, graderId, isArchived }),
    onSuccess: () => client.invalidateQueries({ queryKey: gradersKey(projectId) }),
  });
}
