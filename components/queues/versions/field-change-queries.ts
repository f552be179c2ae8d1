import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { type JsonSchema, readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { queuesKey, useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { call } from "#lib/client/call.ts";
import {
  type AskAgain,
  changeQueueField,
  type FieldChange,
  previewFieldChange,
  queryFieldVersions,
} from "#lib/contract/annotation/queue-fields.ts";
import { readObject } from "#lib/contract/compat/objects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type Touched = ReplyOf<typeof previewFieldChange>;
export type FieldVersions = ReplyOf<typeof queryFieldVersions>["fields"][number];

type Place = { projectId: string; queueId: string };

/** The versions of a queue's fields that are asked or have answers. */
export function fieldVersionsQuery({ projectId, queueId }: Place) {
  return queryOptions({
    queryKey: [...queuesKey(projectId), "field-versions", queueId],
    queryFn: async ({ signal }) =>
      (await call(queryFieldVersions, { projectId, queueId }, { signal })).fields,
  });
}

/** The schema of a field, with everything that a form does not show. A version never changes. */
export function fieldSchemaQuery(projectId: string, ref: string) {
  return queryOptions({
    queryKey: ["annotation-fields", projectId, "schema", ref],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<JsonSchema> => {
      const named = readObjectRef(ref) ?? { objectId: "", digest: "" };
      const { obj } = await call(readObject, { projectId, ...named }, { signal });
      const schema: unknown = Reflect.get(Object(obj.val), "field_schema");
      return typeof schema === "object" && schema !== null ? { ...schema } : {};
    },
  });
}

/** What a change would touch; only the schema decides that, so that no word that is typed asks again. */
export function touchedQuery(
  { projectId, queueId }: Place,
  { fieldRef, fieldSchema }: Pick<FieldChange, "fieldRef" | "fieldSchema">,
) {
  const change = { fieldRef, ...(fieldSchema ? { fieldSchema } : {}) };
  return queryOptions({
    // Not among what is known of queues: once the change is made, there is nothing to ask for any more.
    queryKey: ["touched-answers", projectId, queueId, change],
    gcTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(previewFieldChange, { projectId, queueId, ...change }, { signal }),
  });
}

export function useChangeField({ projectId, queueId }: Place) {
  const refresh = useRefreshQueues(projectId);
  return useMutation({
    mutationFn: (change: FieldChange & { askAgain: AskAgain }) =>
      call(changeQueueField, { projectId, queueId, ...change }),
    onSuccess: refresh,
  });
}
