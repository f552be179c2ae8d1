import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import type { Sort } from "#components/ui/table/data-table.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { call, callAll } from "#lib/client/call.ts";
import { addQueuePairs, summarizeQueues } from "#lib/contract/annotation/queue-lead.ts";
import {
  addQueueItems,
  createQueue,
  deleteQueue,
  getQueue,
  getQueueProgress,
  type Queue,
  queryQueues,
  updateQueue,
} from "#lib/contract/annotation/queues.ts";
import { createObject, queryObjects, readObject } from "#lib/contract/compat/objects.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { addInBatches } from "./add-in-batches.ts";
import {
  type AnnotationField,
  type FieldInput,
  fieldOf,
  missingField,
  objectRef,
  readObjectRef,
  schemaOf,
} from "./annotation-field.ts";

const PAGE_SIZE = 100;

/** The keys of everything that is known of the queues of a project. */
export function queuesKey(projectId: string) {
  return ["queues", projectId] as const;
}

export type QueueSummary = ReplyOf<typeof summarizeQueues>["summaries"][number];
export type QueueRow = Queue & { summary: QueueSummary };

type QueuesAsked = { name: string; sort: Sort; isArchived: boolean };

/** What the list is ordered by where the address does not say. */
export const USUAL_QUEUE_SORT: Sort = { id: "created_at", direction: "desc" };

/** Queues with how far they are; the summaries of a page are one request. */
export function queueListQuery(projectId: string, { name, sort, isArchived }: QueuesAsked) {
  return infiniteQueryOptions({
    queryKey: [...queuesKey(projectId), "list", name, sort, isArchived],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<QueueRow[]> => {
      const field = sort.id === "name" || sort.id === "updated_at" ? sort.id : "created_at";
      const queues = await callAll(
        queryQueues,
        {
          projectId,
          ...(name ? { name } : {}),
          isArchived,
          sortBy: [{ field, direction: sort.direction }],
          // One more than is shown reveals whether there are more.
          limit: PAGE_SIZE + 1,
          offset: pageParam,
        },
        { signal },
      );
      return withSummaries(projectId, queues, signal);
    },
    getNextPageParam: (last, _, offset) => (last.length > PAGE_SIZE ? offset + PAGE_SIZE : undefined),
    select: queuesOf,
  });
}

/** Named, so that it runs once for each answer. */
function queuesOf({ pages }: { pages: QueueRow[][] }): QueueRow[] {
  return pages.flatMap((page) => page.slice(0, PAGE_SIZE));
}

/** A queue that was deleted between the two requests has no summary, and is left out. */
async function withSummaries(projectId: string, queues: Queue[], signal: AbortSignal): Promise<QueueRow[]> {
  if (queues.length === 0) return [];
  const queueIds = queues.map(({ id }) => id);
  const { summaries } = await call(summarizeQueues, { projectId, queueIds }, { signal });
  const byId = new Map(summaries.map((summary) => [summary.queueId, summary]));
  return queues.flatMap((queue) => {
    const summary = byId.get(queue.id);
    return summary ? [{ ...queue, summary }] : [];
  });
}

/** Whether any queue is archived. */
export function anyArchivedQuery(projectId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "any-archived"],
    queryFn: async ({ signal }) => {
      const found = await callAll(queryQueues, { projectId, isArchived: true, limit: 1 }, { signal });
      return found.length > 0;
    },
  });
}

/** Every queue by name, to choose from; the archived ones, too. */
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

/** How far one queue is; null where it is not there any more. */
export function queueSummaryQuery(projectId: string, queueId: string) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "summary", queueId],
    queryFn: async ({ signal }) => {
      const { summaries } = await call(summarizeQueues, { projectId, queueIds: [queueId] }, { signal });
      return summaries[0] ?? null;
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

/** All fields that a queue asks for, in its order; what is deleted, or was never published, is there as a missing one. */
export function askedFieldsQuery(projectId: string, scorerRefs: readonly string[]) {
  return queryOptions({
    queryKey: ["annotation-fields", projectId, "of", scorerRefs],
    queryFn: ({ signal }): Promise<AnnotationField[]> =>
      Promise.all(scorerRefs.map((ref) => readField(projectId, ref, signal))),
  });
}

/** Those of them that can be shown. */
export function queueFieldsQuery(projectId: string, scorerRefs: readonly string[]) {
  return queryOptions({ ...askedFieldsQuery(projectId, scorerRefs), select: shownFields });
}

/** Named, so that it runs once for each answer. */
function shownFields(fields: AnnotationField[]): AnnotationField[] {
  return fields.filter(({ isMissing }) => !isMissing);
}

async function readField(projectId: string, ref: string, signal: AbortSignal): Promise<AnnotationField> {
  const named = readObjectRef(ref);
  if (!named) return missingField(ref);
  try {
    const { obj } = await call(readObject, { projectId, ...named }, { signal });
    return fieldOf(obj) ?? missingField(ref);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return missingField(ref);
    throw error;
  }
}

/** What a new queue needs, and whatever of its settings is not to be as usual. */
export type QueueDraft = Omit<InputOf<typeof createQueue>, "projectId" | "description"> & {
  description: string;
};

/** Makes a queue, or changes the given one, which must stand as it was read. */
export function useSaveQueue(projectId: string, queue: Pick<Queue, "id" | "updatedAt"> | null) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: async (draft: QueueDraft): Promise<string> => {
      if (queue === null) return makeQueue(projectId, draft);
      const basedOn = queue.updatedAt.toISOString();
      return (await call(updateQueue, { projectId, queueId: queue.id, basedOn, ...draft })).queue.id;
    },
    onSuccess: refresh,
  });
}

/** Gives the id of the new queue. */
export async function makeQueue(projectId: string, draft: QueueDraft): Promise<string> {
  return (await call(createQueue, { projectId, ...draft })).id;
}

export function useDeleteQueue(projectId: string, queueId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({ mutationFn: () => call(deleteQueue, { projectId, queueId }), onSuccess: refresh });
}

export type Addition = {
  queueId: string;
  callIds: readonly string[];
  displayFields: readonly string[];
  signal: AbortSignal;
  onProgress: (done: number) => void;
};

export function useAddItems(projectId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: ({ queueId, callIds, displayFields, ...watch }: Addition) =>
      addInBatches(callIds, {
        ...watch,
        addBatch: (batch) =>
          call(addQueueItems, {
            projectId,
            queueId,
            callIds: batch,
            displayFields: [...displayFields],
          }),
      }),
    // Also where a later batch failed.
    onSettled: refresh,
  });
}

export type PairAddition = {
  queueId: string;
  pairs: readonly { callId: string; pairCallId: string }[];
  displayFields: readonly string[];
};

export function useAddPairs(projectId: string) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: ({ queueId, pairs, displayFields }: PairAddition) =>
      call(addQueuePairs, { projectId, queueId, pairs: [...pairs], displayFields: [...displayFields] }),
    onSuccess: refresh,
  });
}

export type FieldDraft = { objectId: string; name: string; description: string; input: FieldInput };

/** Publishes an annotation field, and gives it as the form shows it. */
export async function createField(projectId: string, draft: FieldDraft): Promise<AnnotationField> {
  const { objectId, name, description, input } = draft;
  const val = { name, description, field_schema: schemaOf(input) };
  const obj = { projectId, objectId, val, builtinObjectClass: "AnnotationSpec" };
  const { digest } = await call(createObject, { obj });
  return { ref: objectRef(projectId, objectId, digest), objectId, name, description, input };
}

export function useCreateField(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: FieldDraft) => createField(projectId, draft),
    onSuccess: () => client.invalidateQueries({ queryKey: ["annotation-fields", projectId] }),
  });
}

export function useRefreshQueues(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queuesKey(projectId) });
}
