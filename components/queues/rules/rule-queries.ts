import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { queuesKey } from "#components/queues/parts/queue-queries.ts";
import { call } from "#lib/client/call.ts";
import {
  backfillQueueRule,
  countRuleBackfill,
  countRuleMatches,
  createQueueRule,
  deleteQueueRule,
  listQueueRules,
  type QueueRule,
  updateQueueRule,
} from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Conditions } from "./rule-draft.ts";

export type RuleInput = Omit<InputOf<typeof createQueueRule>, "projectId" | "queueId">;
export type BackfillCount = ReplyOf<typeof countRuleBackfill>;
type Place = { projectId: string; queueId: string };

export function rulesQuery({ projectId, queueId }: Place) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "rules", queueId],
    queryFn: async ({ signal }) => (await call(listQueueRules, { projectId, queueId }, { signal })).rules,
  });
}

type Asked = { conditions: Conditions | null; includesOwn: boolean };

/** How many of the stored calls a rule would take by conditions that are not saved yet. */
export function matchingQuery({ projectId, queueId }: Place, { conditions, includesOwn }: Asked) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "rule-matches", queueId, conditions, includesOwn],
    enabled: conditions !== null,
    queryFn: ({ signal }) =>
      call(countRuleMatches, { projectId, queueId, includesOwn, ...conditions }, { signal }),
  });
}

/** Counted again whenever somebody asks. */
export function backfillCountQuery({ projectId, queueId }: Place, ruleId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "backfill", queueId, ruleId],
    queryFn: ({ signal }) => call(countRuleBackfill, { projectId, queueId, ruleId }, { signal }),
    gcTime: 0,
  });
}

/** A new rule, or `ruleId` replaced. */
export function useSaveRule(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    mutationFn: ({ ruleId, input }: { ruleId: string | null; input: RuleInput }) =>
      ruleId === null
        ? call(createQueueRule, { ...place, ...input })
        : call(updateQueueRule, { ...place, ruleId, ...input }),
    onSuccess: refresh,
  });
}

export function useDeleteRule(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    mutationFn: (ruleId: string) => call(deleteQueueRule, { ...place, ruleId }),
    onSuccess: refresh,
  });
}

export function useBackfill(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({
    mutationFn: ({ ruleId, limit }: { ruleId: string; limit: number }) =>
      call(backfillQueueRule, { ...place, ruleId, limit }),
    onSuccess: refresh,
  });
}

function useRefresh({ projectId }: Place) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queuesKey(projectId) });
}

/** A rule as it is sent again. */
export function inputOf({
  name,
  filter,
  query,
  rate,
  maxOpen,
  displayFields,
  includesOwn,
  isPaused,
}: QueueRule): RuleInput {
  return {
    name,
    ...(filter ? { filter } : {}),
    ...(query ? { query } : {}),
    rate,
    ...(maxOpen === null ? {} : { maxOpen }),
    displayFields,
    includesOwn,
    isPaused,
  };
}
