import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { call } from "#lib/client/call.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  queryWebhookDeliveries,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from "#lib/contract/automation/webhooks.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

const DELIVERIES_SHOWN = 20;
/** A try takes a moment, and nothing announces its end. */
const REFRESH_MS = 4000;
/** While one is about to be tried. */
const SOON_MS = 1000;

const webhooksKey = (projectId: string) => ["webhooks", projectId] as const;

export function webhooksQuery(projectId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(projectId), "list"],
    // Tries also change whether an address fails, or is switched off.
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => (await call(listWebhooks, { projectId }, { signal })).webhooks,
  });
}

export function deliveriesQuery(projectId: string, webhookId: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey(projectId), "deliveries", webhookId],
    refetchInterval: untilNextLook,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryWebhookDeliveries,
        { projectId, webhookId, limit: DELIVERIES_SHOWN, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      nextOffset(last.totalCount, offset + last.deliveries.length, offset),
    // What is sent in between moves the older rows, so that one may come twice.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ deliveries }) => deliveries).map((one) => [one.id, one])).values(),
    ],
  });
}

type Deliveries = InfiniteData<ReplyOf<typeof queryWebhookDeliveries>>;

function untilNextLook({ state: { data } }: { state: { data: Deliveries | undefined } }): number {
  return data?.pages.some(({ deliveries }) => deliveries.some(isDueSoon)) ? SOON_MS : REFRESH_MS;
}

function isDueSoon({ state, nextAttemptAt }: WebhookDelivery): boolean {
  return state === "pending" && nextAttemptAt !== null && nextAttemptAt.getTime() - Date.now() < REFRESH_MS;
}

export type WebhookDraft = {
  url: string;
  description: string;
  events: readonly WebhookEvent[];
  allowPrivate: boolean;
};

/** Adds a webhook, which answers with its secret, or changes the one given, which answers with none. */
export function useSaveWebhook(projectId: string, webhook: Webhook | null) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({
      events: chosen,
      allowPrivate,
      ...draft
    }: WebhookDraft): Promise<{ secret: string | null }> => {
      const input = { projectId, ...draft, events: [...chosen] };
      if (!webhook) return call(createWebhook, { ...input, allowPrivate });
      await call(updateWebhook, { ...input, webhookId: webhook.id });
      return { secret: null };
    },
    onSuccess: refresh,
  });
}

/** What can be done with a webhook that is there. */
export function useWebhookActs(projectId: string, webhookId: string) {
  const refresh = useRefresh(projectId);
  const place = { projectId, webhookId };
  return {
    toggle: useMutation({
      mutationFn: (isEnabled: boolean) => call(updateWebhook, { ...place, isEnabled }),
      onSuccess: refresh,
    }),
    rotate: useMutation({ mutationFn: () => call(rotateWebhookSecret, place), onSuccess: refresh }),
    test: useMutation({ mutationFn: () => call(testWebhook, place), onSuccess: refresh }),
    remove: useMutation({ mutationFn: () => call(deleteWebhook, place), onSuccess: refresh }),
    redeliver: useMutation({
      mutationFn: (deliveryId: string) => call(redeliverWebhook, { ...place, deliveryId }),
      onSuccess: refresh,
    }),
  };
}

function useRefresh(projectId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhooksKey(projectId) });
}
