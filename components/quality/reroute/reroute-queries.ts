import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { queuesKey } from "#components/queues/parts/queue-queries.ts";
import { TRAINING_KEY } from "#components/run/queries/training-queries.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { call } from "#lib/client/call.ts";
import { updateQueue } from "#lib/contract/annotation/queues.ts";
import { rerouteAnnotator } from "#lib/contract/datasets/reroute.ts";
import { liftRetraction } from "#lib/contract/datasets/retractions.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

export type Rerouted = ReplyOf<typeof rerouteAnnotator>;
type Place = { projectId: string; queueId: string };
type Asked = Omit<InputOf<typeof rerouteAnnotator>, keyof Place | "preview">;

/** What giving somebody's items to others would do. */
export function reroutePreviewQuery(
  { projectId, queueId }: Place,
  asked: Pick<Asked, "annotatorUserId" | "retract">,
) {
  return queryOptions({
    queryKey: ["reroute", projectId, queueId, asked],
    queryFn: ({ signal }) =>
      call(rerouteAnnotator, { projectId, queueId, ...asked, reason: "", preview: true }, { signal }),
    // Whether to retract is ticked below what is shown, which stays until there is something newer.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

export function useReroute({ projectId, queueId }: Place) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (asked: Asked) => call(rerouteAnnotator, { projectId, queueId, ...asked, preview: false }),
    onSuccess: refresh,
  });
}

/** Lifts the retraction and lets the queue have the people it had; the items stay open. */
export function useUndoReroute({ projectId, queueId }: Place) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ retraction, annotatorIds, annotatorIdsBefore }: Rerouted) => {
      if (annotatorIds.length !== annotatorIdsBefore.length)
        await call(updateQueue, { projectId, queueId, annotatorIds: annotatorIdsBefore });
      if (retraction) await call(liftRetraction, { projectId, retractionId: retraction.id });
    },
    onError: (error) =>
      toast({ title: "It could not be undone", detail: explainError(error), tone: "danger" }),
    onSettled: refresh,
  });
}

function useRefresh(projectId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queuesKey(projectId) }),
      client.invalidateQueries({ queryKey: ["queue-quality", projectId] }),
      client.invalidateQueries({ queryKey: ["retractions", projectId] }),
      client.invalidateQueries({ queryKey: ["reroute", projectId] }),
      client.invalidateQueries({ queryKey: TRAINING_KEY }),
    ]);
}
