import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { ALL_JOBS, jobListQuery } from "#components/run/queries/training-queries.ts";

/** Of the newest jobs of a model, those that did all their steps and learned nothing. */
export function useDeadJobs(modelId: string): ReadonlySet<string> {
  const { projectId, can } = useProject();
  const jobs = useInfiniteQuery({
    ...jobListQuery(projectId, { ...ALL_JOBS, modelId }),
    enabled: can("training:read"),
  });
  return useMemo(
    () => new Set(jobs.data?.flatMap(({ id, health }) => (health === "dead" ? [id] : []))),
    [jobs.data],
  );
}
