import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshAdvice } from "#components/models/aliases/use-promotion-advice.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { type LiveTopic, TOPICS } from "#lib/contract/traces/live.ts";
import { overviewQueries } from "./overview-queries.ts";

export type Overview = ReturnType<typeof useOverview>;

/** Everything that the overview shows, kept as it is by now. */
export function useOverview() {
  const { projectId } = useProject();
  const queries = overviewQueries(projectId);
  useRefreshes(projectId);
  return {
    threads: useQuery(queries.threads),
    lastDay: useQuery(queries.lastDay),
    newest: useQuery(queries.newest),
    queues: useInfiniteQuery(queries.queues),
    datasets: useInfiniteQuery(queries.datasets),
    jobs: useInfiniteQuery(queries.jobs),
    models: useQuery(queries.models),
    evaluations: useInfiniteQuery(queries.evaluations),
    graders: useQuery(queries.graders),
    served: useQuery(queries.served),
    promotions: useQuery(queries.promotions),
    refused: useQuery(queries.refused),
    loops: useInfiniteQuery(queries.loops),
    waits: useQuery(queries.waits),
  };
}

type Part = keyof ReturnType<typeof overviewQueries>;

/** Which parts of the page a change is of. */
const PARTS: { readonly [T in LiveTopic]?: readonly Part[] } = {
  calls: ["threads", "lastDay", "newest"],
  // Answers are new to the datasets of their queues.
  queues: ["queues", "waits", "datasets"],
  // Retractions are among the changes of datasets.
  datasets: ["datasets", "served"],
  evaluations: ["evaluations", "graders", "served"],
  models: ["models", "promotions", "refused", "served"],
  jobs: ["jobs", "models", "loops", "waits"],
};
const PARTED = TOPICS.filter((topic) => topic in PARTS);

/** Changes come in bursts, and a sum over all threads is dear: what changed is read again this long after the first one. */
const REST_MS = 2_000;

function useRefreshes(projectId: string): void {
  const client = useQueryClient();
  const changed = useRef(new Set<Part>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useProjectLive(PARTED, (topic) => {
    for (const part of PARTS[topic] ?? []) changed.current.add(part);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const queries = overviewQueries(projectId);
      for (const part of changed.current)
        void client.invalidateQueries({ queryKey: queries[part].queryKey, exact: true });
      if (changed.current.has("evaluations") || changed.current.has("models"))
        refreshAdvice(client, projectId);
      changed.current.clear();
    }, REST_MS);
  });
}
