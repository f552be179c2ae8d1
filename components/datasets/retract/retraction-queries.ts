import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import {
  createRetraction,
  liftRetraction,
  queryRetractions,
  type Retraction,
} from "#lib/contract/datasets/retractions.ts";

type Whose = { projectId: string; annotatorUserId: string };

function retractionsKey({ projectId, annotatorUserId }: Whose) {
  return ["retractions", projectId, annotatorUserId] as const;
}

/** What retracting everything of somebody would take out, now. */
export function impactQuery(whose: Whose) {
  return queryOptions({
    queryKey: [...retractionsKey(whose), "impact"],
    queryFn: async ({ signal }) => {
      const asked = { ...whose, itemIds: [], feedbackIds: [], reason: "", preview: true };
      return (await call(createRetraction, asked, { signal })).impact;
    },
    staleTime: 0,
    retry: false,
  });
}

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

export function useRetract(whose: Whose) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(createRetraction, { ...whose, itemIds: [], feedbackIds: [], reason, preview: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["retractions", whose.projectId] }),
  });
}

export function useLift({ projectId }: Pick<Whose, "projectId">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retractionId: string) => call(liftRetraction, { projectId, retractionId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["retractions", projectId] }),
  });
}
