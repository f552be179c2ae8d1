import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Sort } from "#components/ui/data-table.tsx";
import { call, callAll } from "#lib/client/call.ts";
import { createObject, queryObjects, readObject } from "#lib/contract/objects.ts";
import {
  type AnnotationState,
  addQueueItems,
  createQueue,
  deleteQueue,
  getQueue,
  getQueueProgress,
  getQueueStats,
  type Queue,
  queryQueueItems,
  queryQueues,
  removeQueueItem,
  updateQueue,
} from "#lib/contract/queues.ts";
import {
  type AnnotationField,
  type FieldInput,
  fieldOf,
  objectRef,
  readObjectRef,
  schemaOf,
} from "./annotation-field.ts";

const PAGE_SIZE = 100;

/** The keys of everything that is known of the queues of a project. */
export function queuesKey(projectId: string) {
  return ["queues", projectId] as const;
}

export type QueueRow = Queue & { totalItems: number; completedItems: number };

/** Queues with their progress; the statistics of a page are one request. */
export function queueListQuery(projectId: string, name: string, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [...queuesKey(projectId), "list", name, sort],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<QueueRow[]> => {
      const field = sort.id === "name" || sort.id === "updated_at" ? sort.id : "created_at";
      const queues = await callAll(
        queryQueues,
        {
          projectId,
          ...(name ? { name } : {}),
          sortBy: [{ field, direction: sort.direction }],
          // One more than is shown tells whether there are more.
          limit: PAGE_SIZE + 1,
          offset: pageParam,
        },
        { signal },
      );
      return withProgress(projectId, queues, signal);
    },
    getNextPageParam: (last, _, offset) => (last.length > PAGE_SIZE ? offset + PAGE_SIZE : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
  });
}

async function withProgress(projectId: string, queues: Queue[], signal: AbortSignal): Promise<QueueRow[]> {
  if (queues.length === 0) return [];
  const { stats } = await call(
    getQueueStats,
    { projectId, queueIds: queues.map(({ id }) => id) },
    { signal },
  );
  const byId = new Map(stats.map((row) => [row.queueId, row]));
  return queues.map((queue) => {
    const { totalItems = 0, completedItems = 0 } = byId.get(queue.id) ?? {};
    return { ...queue, totalItems, completedItems };
  });
}

/** Every queue by name, to choose from. */
export function queueChoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "choices"],
    queryFn: ({ signal }) =>
      callAll(queryQueues, { projectId, sortBy: [{ field: "name", direction: "asc" }] }, { signal }),
  });
}

export function queueQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "one", queueId],
    queryFn: async ({ signal }) => (await call(getQueue, { projectId, queueId }, { signal })).queue,
  });
}

/** How much of a queue is done, by anyone. */
export function queueStatsQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "stats", queueId],
    queryFn: async ({ signal }) => {
      const { stats } = await call(getQueueStats, { projectId, queueIds: [queueId] }, { signal });
      return stats[0] ?? { queueId, totalItems: 0, completedItems: 0 };
    },
  });
}

/** What each annotator has done in a queue. */
export function queueProgressQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "progress", queueId],
    queryFn: async ({ signal }) =>
      (await call(getQueueProgress, { projectId, queueId }, { signal })).progress,
  });
}

export function queueItemsQuery(projectId: string, queueId: string, states: readonly AnnotationState[]) {
  return infiniteQueryOptions({
    queryKey: [...queuesKey(projectId), "items", queueId, states],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const filter = states.length > 0 ? { filter: { annotationStates: [...states] } } : {};
      const page = { limit: PAGE_SIZE + 1, offset: pageParam, includePosition: true };
      return (await call(queryQueueItems, { projectId, queueId, ...filter, ...page }, { signal })).items;
    },
    getNextPageParam: (last, _, offset) => (last.length > PAGE_SIZE ? offset + PAGE_SIZE : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
  });
}

/** The newest version of each annotation field of a project. */
export function annotationFieldsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["annotation-fields", projectId],
    queryFn: async ({ signal }): Promise<AnnotationField[]> => {
      const filter = { baseObjectClasses: ["AnnotationSpec"], latestOnly: true };
      const sortBy = [{ field: "object_id" as const, direction: "asc" as const }];
      const { objs } = await call(queryObjects, { projectId, filter, sortBy }, { signal });
      return objs.flatMap((object) => fieldOf(object) ?? []);
    },
  });
}

/** The fields that a queue asks for, in its order; a field that was deleted since is left out. */
export function queueFieldsQuery(projectId: string, scorerRefs: readonly string[]) {
  return queryOptions({
    queryKey: ["annotation-fields", projectId, "of", scorerRefs],
    queryFn: async ({ signal }): Promise<AnnotationField[]> => {
      const fields = await Promise.all(scorerRefs.map((ref) => readField(projectId, ref, signal)));
      return fields.flatMap((field) => field ?? []);
    },
  });
}

async function readField(
  projectId: string,
  ref: string,
  signal: AbortSignal,
): Promise<AnnotationField | null> {
  const named = readObjectRef(ref);
  if (!named) return null;
  const { obj } = await call(readObject, { projectId, ...named }, { signal });
  return fieldOf(obj);
}

export type QueueDraft = { name: string; description: string; scorerRefs: string[] };

/** Makes a queue, or changes the one named. */
export function useSaveQueue(projectId: string, queueId: string | null) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: async (draft: QueueDraft): Promise<string> => {
      if (queueId === null) return (await call(createQueue, { projectId, ...draft })).id;
      return (await call(updateQueue, { projectId, queueId, ...draft })).queue.id;
    },
    onSuccess: refresh,
  });
}

export function useDeleteQueue(projectId: string, queueId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({ mutationFn: () => call(deleteQueue, { projectId, queueId }), onSuccess: refresh });
}

export function useRemoveItems(projectId: string, queueId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: async (itemIds: readonly string[]) => {
      for (const itemId of itemIds) await call(removeQueueItem, { projectId, queueId, itemId });
    },
    onSettled: refresh,
  });
}

export type Addition = { queueId: string; callIds: readonly string[]; displayFields: readonly string[] };

export function useAddItems(projectId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: ({ queueId, callIds, displayFields }: Addition) =>
      call(addQueueItems, { projectId, queueId, callIds: [...callIds], displayFields: [...displayFields] }),
    onSuccess: refresh,
  });
}

export type FieldDraft = { objectId: string; name: string; description: string; input: FieldInput };

/** Publishes an annotation field, and gives it as the form shows it. */
export function useCreateField(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ objectId, name, description, input }: FieldDraft): Promise<AnnotationField> => {
      const val = { name, description, field_schema: schemaOf(input) };
      const obj = { projectId, objectId, val, builtinObjectClass: "AnnotationSpec" };
      const { digest } = await call(createObject, { obj });
      return { ref: objectRef(projectId, objectId, digest), objectId, name, description, input };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["annotation-fields", projectId] }),
  });
}

function useRefreshQueues(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queuesKey(projectId) });
}
