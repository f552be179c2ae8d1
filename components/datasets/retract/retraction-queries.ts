import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { TRAINING_KEY } from "#components/run/queries/training-queries.ts";
import { call } from "#lib/client/call.ts";
import {
  createRetraction,
  liftRetraction,
  queryRetractions,
  type Retraction,
  restoreRetraction,
} from "#lib/contract/datasets/retractions.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";

/** What a retraction names. */
export type Meant = Pick<
  InputOf<typeof createRetraction>,
  "annotatorUserId" | "itemIds" | "feedbackIds" | "since" | "until"
>;

export function everythingOf(annotatorUserId: string): Meant {
  return { annotatorUserId, itemIds: [], feedbackIds: [] };
}

/** What a retraction that is there names, to ask for the same again. */
export function meantBy({ annotatorUserId, itemIds, feedbackIds, since, until }: Retraction): Meant {
  return {
    itemIds,
    feedbackIds,
    ...(annotatorUserId === null ? {} : { annotatorUserId }),
    ...(since === null ? {} : { since: since.toISOString() }),
    ...(until === null ? {} : { until: until.toISOString() }),
  };
}

/** What was made of what is meant, and so what retracting it takes out. */
export function impactQuery(projectId: string, meant: Meant) {
  return queryOptions({
    queryKey: ["retractions", projectId, "impact", meant],
    queryFn: async ({ signal }) => {
      const asked = { projectId, ...meant, reason: "", preview: true };
      return (await call(createRetraction, asked, { signal })).impact;
    },
    staleTime: 0,
    retry: false,
  });
}

const PAGE_SIZE = 50;

/** Retractions that hold, or that were lifted; all where `isLifted` is null. Newest first. */
export function retractionListQuery(projectId: string, isLifted: boolean | null) {
  return infiniteQueryOptions({
    queryKey: ["retractions", projectId, "list", isLifted],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryRetractions,
        { projectId, ...(isLifted === null ? {} : { isLifted }), limit: PAGE_SIZE, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      nextOffset(last.totalCount, offset + last.retractions.length, offset),
    select: ({ pages }) => pages.flatMap(({ retractions }) => retractions),
  });
}

type Whose = { projectId: string; annotatorUserId: string };

const MOST_READ = 200;

/** The retraction of everything of somebody that holds; null where there is none. All people of a project are one request. */
export function standingQuery({ projectId, annotatorUserId }: Whose) {
  return queryOptions({
    queryKey: ["retractions", projectId, "standing"],
    queryFn: async ({ signal }) => {
      const asked = { projectId, isLifted: false, limit: MOST_READ, offset: 0 };
      return (await call(queryRetractions, asked, { signal })).retractions;
    },
    select: (retractions) => retractions.find((one) => isOfAll(one, annotatorUserId)) ?? null,
  });
}

function isOfAll(one: Retraction, userId: string): boolean {
  const { annotatorUserId, itemIds, feedbackIds, since, until } = one;
  return (
    annotatorUserId === userId &&
    itemIds.length + feedbackIds.length === 0 &&
    since === null &&
    until === null
  );
}

type ToRetract = Meant & {
  reason: string;
  /** Whether jobs that still learn from it are cancelled with it. */
  cancelJobs: boolean;
};

export function useRetract(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: ToRetract) => call(createRetraction, { projectId, ...wanted, preview: false }),
    onSuccess: () =>
      Promise.all(
        [["retractions", projectId], TRAINING_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

export function useLift(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retractionId: string) => call(liftRetraction, { projectId, retractionId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["retractions", projectId] }),
  });
}

/** Puts a lifted one in force again. */
export function useRestore(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retractionId: string) => call(restoreRetraction, { projectId, retractionId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["retractions", projectId] }),
  });
}
