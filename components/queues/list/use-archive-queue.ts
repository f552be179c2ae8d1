"use client";

import { useMutation } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { call } from "#lib/client/call.ts";
import { updateQueue } from "#lib/contract/annotation/queues.ts";

/** Puts a queue away, or brings it back, and says so with the way to take that back: its row may be gone from the list by then. */
export function useArchiveQueue({ id: queueId, name }: { id: string; name: string }) {
  const { projectId } = useProject();
  const refresh = useRefreshQueues(projectId);
  const change = useMutation({
    mutationFn: (isArchived: boolean) => call(updateQueue, { projectId, queueId, isArchived }),
    onSuccess: (_, isArchived) => {
      toast({
        title: isArchived ? `“${name}” was archived` : `“${name}” was restored`,
        tone: "success",
        action: { label: "Undo", onAction: () => change.mutate(!isArchived) },
      });
      return refresh();
    },
    onError: (error, isArchived) => {
      toast({
        title: `“${name}” could not be ${isArchived ? "archived" : "restored"}.`,
        detail: explainError(error),
        tone: "danger",
      });
    },
  });
  return change;
}
