import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { queueSummaryQuery } from "./queue-queries.ts";

/** Whether all that was asked is answered, so that what comes next is a dataset; only for who may make one. */
export function useIsFinished({ id }: Queue): boolean {
  const { projectId, can } = useProject();
  const summary = useQuery({ ...queueSummaryQuery(projectId, id), enabled: can("datasets:write") });
  if (!summary.data) return false;
  const { totalItems, doneItems, givenAnswers, leftForMe } = summary.data;
  return givenAnswers > 0 && doneItems === totalItems && leftForMe === 0;
}
