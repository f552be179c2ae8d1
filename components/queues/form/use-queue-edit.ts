"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { draftOf, isSameDraft, type QueueFormDraft, queueOf } from "#components/queues/parts/queue-draft.ts";
import { askedFieldsQuery, queueQuery, useSaveQueue } from "#components/queues/parts/queue-queries.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { type MergedDraft, mergedDraft } from "./merged-draft.ts";

type Edit = { queue: Queue | null; initial: QueueFormDraft };
type Saving = { onSaved: (queueId: string) => void; onError: () => void };

/**
 * The draft in the form of a queue, and the version of the queue that it is based on. If somebody else has changed the queue, nothing is saved:
 * their change is merged into the form, to be reviewed and saved again.
 */
export function useQueueEdit({ queue, initial }: Edit) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const [base, setBase] = useState({ queue, draft: initial });
  const [draft, setDraft] = useState(initial);
  const [merged, setMerged] = useState<MergedDraft | null>(null);
  const save = useSaveQueue(projectId, base.queue);
  const merge = async (queueId: string) => {
    const now = await client.fetchQuery({ ...queueQuery(projectId, queueId), staleTime: 0 });
    const fields = await client.fetchQuery(askedFieldsQuery(projectId, now.scorerRefs));
    const theirs = draftOf(now, fields);
    const next = mergedDraft(base.draft, draft, theirs);
    setBase({ queue: now, draft: theirs });
    setDraft(next.draft);
    setMerged(next);
    save.reset();
  };
  return {
    draft,
    setDraft,
    merged,
    isChanged: (next: QueueFormDraft) => !isSameDraft(next, base.draft),
    error: save.error,
    isPending: save.isPending,
    send: ({ onSaved, onError }: Saving) =>
      carryOut(save, queueOf(draft), {
        ifStillHere: onSaved,
        onError: (error) => {
          onError();
          // If the queue cannot be read again, the refusal stays visible, and saving tries again.
          if (base.queue && isStale(error)) merge(base.queue.id).catch(() => undefined);
        },
      }),
  };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale";
}
