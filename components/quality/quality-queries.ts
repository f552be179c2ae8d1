import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { queuesKey, useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { call } from "#lib/client/call.ts";
import { decideItem, sendItemBack, undecideItem } from "#lib/contract/annotation/queue-lead.ts";
import { getLearningCurve, getQueueLearning } from "#lib/contract/annotation/queue-learning.ts";
import { getQueueBurnUp, listDisagreements } from "#lib/contract/annotation/queue-quality.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

export type BurnUp = ReplyOf<typeof getQueueBurnUp>;
export type Disagreement = ReplyOf<typeof listDisagreements>["items"][number];

/** As many as the service lists at once. */
const MAX_DISAGREEMENTS = 200;

export function burnUpQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "burn-up", queueId],
    queryFn: ({ signal }) => call(getQueueBurnUp, { projectId, queueId }, { signal }),
  });
}

/** Fits some models, so a look at the page asks once. */
const CURVE_KNOWN_MS = 5 * 60_000;

/** What more answers promise. */
export function learningCurveQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: ["learning-curve", projectId, queueId],
    queryFn: ({ signal }) => call(getLearningCurve, { projectId, queueId }, { signal }),
    // One that lacks a question is asked for again whenever somebody looks: answers may have come.
    staleTime: ({ state }) => (state.data?.fields.length ? CURVE_KNOWN_MS : 0),
  });
}

/** What was learned for order and suggestions, and how people answer in sight of them. */
export function queueLearningQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "learning", queueId],
    queryFn: ({ signal }) => call(getQueueLearning, { projectId, queueId }, { signal }),
  });
}

export type DisagreementsAsked = {
  queueId: string;
  fieldRef: string | null;
  raters: readonly [string, string] | null;
  undecidedOnly: boolean;
  includeJudges: boolean;
};

/** The items in which people differ, most of all first. */
export function disagreementsQuery(projectId: string, asked: DisagreementsAsked) {
  const { queueId, fieldRef, raters, undecidedOnly, includeJudges } = asked;
  return queryOptions({
    queryKey: [...queuesKey(projectId), "disagreements", asked],
    queryFn: ({ signal }) =>
      call(
        listDisagreements,
        {
          projectId,
          queueId,
          undecidedOnly,
          includeJudges,
          limit: MAX_DISAGREEMENTS,
          offset: 0,
          ...(fieldRef ? { fieldRef } : {}),
          ...(raters ? { raters: [...raters] } : {}),
        },
        { signal },
      ),
  });
}

export type NewDecision = Omit<InputOf<typeof decideItem>, "projectId" | "queueId" | "itemId">;

/** What a lead does with one item. */
export function useAdjudication(projectId: string, { queueId, itemId }: { queueId: string; itemId: string }) {
  const client = useQueryClient();
  const refreshQueues = useRefreshQueues(projectId);
  const place = { projectId, queueId, itemId };
  const refresh = () => {
    // Gold answers measure people, so quality changes as well; nobody has to wait for that.
    void client.invalidateQueries({ queryKey: ["queue-quality", projectId, queueId] });
    return refreshQueues();
  };
  return {
    decide: useMutation({
      mutationFn: (decision: NewDecision) => call(decideItem, { ...place, ...decision }),
      onSuccess: refresh,
    }),
    undecide: useMutation({ mutationFn: () => call(undecideItem, place), onSuccess: refresh }),
    sendBack: useMutation({
      mutationFn: (sent: { annotatorUserId: string; note: string }) =>
        call(sendItemBack, { ...place, ...sent }),
      onSuccess: refresh,
    }),
  };
}
