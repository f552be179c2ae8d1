import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createField, makeQueue, queuesKey } from "#components/queues/parts/queue-queries.ts";
import { type QueueTemplate, templateFields } from "./queue-templates.ts";

/** Makes the fields and the queue of a template. `onMade` gets the queue's id, also where the list of queues has taken the template's place by then. */
export function useQueueTemplate(projectId: string, onMade: (queueId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (template: QueueTemplate): Promise<string> => {
      const scorerRefs: string[] = [];
      for (const field of templateFields(template))
        scorerRefs.push((await createField(projectId, field)).ref);
      return makeQueue(projectId, { ...template.queue, scorerRefs, requiredRefs: scorerRefs });
    },
    onSuccess: (queueId) => {
      onMade(queueId);
      return Promise.all([
        client.invalidateQueries({ queryKey: queuesKey(projectId) }),
        client.invalidateQueries({ queryKey: ["annotation-fields", projectId] }),
      ]);
    },
  });
}
