import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CurrentProject } from "#components/project/project-context.tsx";
import { call } from "#lib/client/call.ts";
import { isEqual } from "#lib/client/conditions.ts";
import {
  createFeedback,
  type FeedbackRow,
  purgeFeedback,
  queryFeedback,
} from "#lib/contract/traces/feedback.ts";

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
          query: { $expr: isEqual("weave_ref", callRef(projectId, callId)) },
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
export function asRows(result: unknown[]): FeedbackRow[] {
  return result as FeedbackRow[];
}

type NewFeedback = {
  callId: string;
  type: string;
  payload: Record<string, unknown>;
  /** The name that is shown beside it. */
  creator: string;
};

/** Files what a person says of a call. */
export function addFeedback(projectId: string, { callId, type, payload, creator }: NewFeedback) {
  return call(createFeedback, {
    projectId,
    weaveRef: callRef(projectId, callId),
    feedbackType: type,
    payload,
    creator,
    ...WITHOUT_SCORER,
  });
}

/** Deletes for good, by the only query that annotators may purge with. */
export function removeFeedback(projectId: string, ids: readonly string[]) {
  const query = { $expr: { $or: ids.map((id) => isEqual("id", id)) } };
  return call(purgeFeedback, { projectId, query });
}

export function useAddFeedback({ projectId }: Pick<CurrentProject, "projectId">, callId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: Omit<NewFeedback, "callId">) => addFeedback(projectId, { ...given, callId }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: callFeedbackQuery(projectId, callId).queryKey }),
  });
}

export function useRemoveFeedback({ projectId }: Pick<CurrentProject, "projectId">, callId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => removeFeedback(projectId, [id]),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: callFeedbackQuery(projectId, callId).queryKey }),
  });
}

/** What feedback of people leaves empty: it is for scores that programs give. */
const WITHOUT_SCORER = {
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
