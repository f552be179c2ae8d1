import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { MODELS_KEY } from "#components/models/model-queries.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { listFiles } from "#lib/contract/files.ts";
import {
  cancelTrainingJob,
  createSftTrainingJob,
  getTrainingJob,
  getTrainingMetrics,
  listTrainingJobs,
} from "#lib/contract/training.ts";

const PAGE_SIZE = 50;
const FILE_CHOICES = 20;

/** The key of everything that is known of training jobs. */
export const TRAINING_KEY = ["training"] as const;

/** The jobs of a project, or of one of its models, newest first. */
export function jobListQuery(projectId: string, modelId: string | null) {
  return infiniteQueryOptions({
    queryKey: [...TRAINING_KEY, "list", projectId, modelId],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const filter = { projectId, ...(modelId ? { modelId } : {}) };
      const page = { limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) };
      return call(listTrainingJobs, { ...filter, ...page }, { signal });
    },
    getNextPageParam: (last) => (last.hasMore ? last.lastId : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "one", jobId],
    queryFn: ({ signal }) => call(getTrainingJob, { trainingJobId: jobId }, { signal }),
  });
}

/** The metrics so far; steps that come later are on the stream. */
export function metricsQuery(jobId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "metrics", jobId],
    queryFn: ({ signal }) => call(getTrainingMetrics, { trainingJobId: jobId, maxPoints: 500 }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The newest uploads of a project. */
export function fileChoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: ["files", projectId],
    queryFn: async ({ signal }) =>
      (await call(listFiles, { projectId, order: "desc", limit: FILE_CHOICES }, { signal })).data,
  });
}

export function useStartJob() {
  const client = useQueryClient();
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: (input: InputOf<typeof createSftTrainingJob>) => call(createSftTrainingJob, input),
    onSuccess: (job) => {
      // Its page opens with what is known already.
      client.setQueryData(jobQuery(job.id).queryKey, job);
      void refresh();
    },
  });
}

export function useCancelJob(jobId: string) {
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: () => call(cancelTrainingJob, { trainingJobId: jobId }),
    onSuccess: refresh,
  });
}

function useRefreshJobs() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: TRAINING_KEY }),
      client.invalidateQueries({ queryKey: MODELS_KEY }),
    ]);
}
