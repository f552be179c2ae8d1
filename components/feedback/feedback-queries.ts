import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentProject } from "#components/projects/project-context.tsx";
import { call } from "#lib/client/call.ts";
import { createFeedback, type FeedbackRow, purgeFeedback, queryFeedback } from "#lib/contract/feedback.ts";

/** The reference under which feedback on a call is filed. */
export function callRef(projectId: string, callId: string): string {
  return `weave:///${projectId}/call/${callId}`;
}

export function callFeedbackQuery(projectId: string, callId: string) {
  return queryOptions({
    queryKey: ["feedback", projectId, callId],
    queryFn: async ({ signal }) => {
      const { result } = await call(
        queryFeedback,
        {
          projectId,
          query: {
            $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: callRef(projectId, callId) }] },
          },
          sortBy: [{ field: "created_at", direction: "asc" }],
          offset: 0,
        },
        { signal },
      );
      return asRows(result);
    },
  });
}

/** Rows come whole where no fields are asked for, which the reply's type cannot say. */
function asRows(result: unknown[]): FeedbackRow[] {
  return result as FeedbackRow[];
}

type NewFeedback = { type: string; payload: Record<string, unknown>; creator: string };

export function useAddFeedback({ projectId }: Pick<CurrentProject, "projectId">, callId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ type, payload, creator }: NewFeedback) =>
      call(createFeedback, {
        projectId,
        weaveRef: callRef(projectId, callId),
        feedbackType: type,
        payload,
        creator,
        ...WITHOUT_SCORER,
      }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: callFeedbackQuery(projectId, callId).queryKey }),
  });
}

export function useRemoveFeedback({ projectId }: Pick<CurrentProject, "projectId">, callId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(purgeFeedback, {
        projectId,
        query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } },
      }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: callFeedbackQuery(projectId, callId).queryKey }),
  });
}

/** What feedback of people leaves empty: it is for scores that programs give. */
export const WITHOUT_SCORER = {
  scorerTags: [],
  scorerTagReasons: {},
  scorerTagConfidences: {},
  scorerRatings: {},
  scorerRatingReasons: {},
  scorerRatingConfidences: {},
  spanAgentName: "",
  spanAgentVersion: "",
  spanConversationId: "",
  spanTraceId: "",
  spanStatusCode: "UNSET",
  scorerTraceId: "",
};
