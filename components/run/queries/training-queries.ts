import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { getRetractedRowsOfJob } from "#lib/contract/evaluation/aliases.ts";
import { listFiles } from "#lib/contract/training/files.ts";
import { JOB_STATUSES, type JobStatus } from "#lib/contract/training/job-states.ts";
import {
  createPreferenceTrainingJob,
  validatePreferenceTrainingJob,
} from "#lib/contract/training/preference-training.ts";
import {
  cancelTrainingJob,
  createSftTrainingJob,
  getTrainingJob,
  listTrainingJobs,
  retryTrainingJob,
  type TrainingJob,
  type TrainingJobDetail,
  updateTrainingJob,
  validateSftTrainingJob,
} from "#lib/contract/training/training.ts";
import { getTrainingMetrics, listTrajectories } from "#lib/contract/training/training-progress.ts";
import { getTrainingQueue, listTrainingGroups } from "#lib/contract/training/training-queue.ts";
import { queryTrainingRows, scoreTrainingRow } from "#lib/contract/training/training-rows.ts";
import { MODELS_KEY } from "./model-queries.ts";
import { startSweep } from "./start-sweep.ts";

const PAGE_SIZE = 50;
const FILE_CHOICES = 20;
/** Jobs of other projects are polled, because their changes are not announced here. */
export const QUEUE_EVERY_MS = 15_000;

/** The key of everything that is known of training jobs. */
export const TRAINING_KEY = ["training"] as const;

/** What a list of jobs is narrowed to; null narrows nothing. */
export type JobFilter = {
  modelId: string | null;
  status: JobStatus | null;
  search: string | null;
  tag: string | null;
  group: string | null;
};

export const ALL_JOBS: JobFilter = { modelId: null, status: null, search: null, tag: null, group: null };

/** The filter that a page's address names. */
export function readJobFilter(get: (name: string) => string | null): JobFilter {
  const status = JOB_STATUSES.find((one) => one === get("status")) ?? null;
  return { modelId: get("model"), status, search: get("q"), tag: get("tag"), group: get("group") };
}

/** The jobs of a project, newest first. */
export function jobListQuery(projectId: string, { modelId, status, search, tag, group }: JobFilter) {
  return infiniteQueryOptions({
    queryKey: [...TRAINING_KEY, "list", projectId, modelId, status, search, tag, group],
    refetchOnMount: afterReturn,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const filter = {
        projectId,
        ...(modelId ? { modelId } : {}),
        ...(status ? { status } : {}),
        ...(search ? { search } : {}),
        ...(tag ? { tag } : {}),
        ...(group ? { group } : {}),
      };
      const page = { limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) };
      return call(listTrainingJobs, { ...filter, ...page }, { signal });
    },
    getNextPageParam: (last) => (last.hasMore ? last.lastId : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** Who is with the trainers and who waits for them, in all projects. */
export function trainingQueueQuery(projectId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "queue", projectId],
    queryFn: ({ signal }) => call(getTrainingQueue, { projectId }, { signal }),
    refetchInterval: QUEUE_EVERY_MS,
  });
}

export function trainingGroupsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "groups", projectId],
    refetchOnMount: afterReturn,
    queryFn: async ({ signal }) => (await call(listTrainingGroups, { projectId }, { signal })).data,
  });
}

export function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "one", jobId],
    queryFn: ({ signal }) => call(getTrainingJob, { trainingJobId: jobId }, { signal }),
  });
}

/** What of a job's data was retracted, whichever project has them. */
export function jobRetractedRowsQuery(jobId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "retracted-rows", jobId],
    queryFn: ({ signal }) => call(getRetractedRowsOfJob, { trainingJobId: jobId }, { signal }),
  });
}

/** The names of the metrics that a job has so far. */
export function metricNamesQuery(jobId: string) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "metric-names", jobId],
    queryFn: async ({ signal }) => {
      const input = { trainingJobId: jobId, maxPoints: 1, withTimes: false };
      const { series } = await call(getTrainingMetrics, input, { signal });
      return series.map(({ name }) => name);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type MetricRange = { names: readonly string[]; fromStep?: number; toStep?: number };

/** More than a screen has pixels for one chart would not be seen. */
const MAX_POINTS = 800;

/** Metrics so far, with their times; steps that come later are on the stream. */
export function metricsQuery(jobId: string, { names, ...range }: MetricRange) {
  const listed = names.toSorted().join(",");
  return queryOptions({
    queryKey: [...TRAINING_KEY, "metrics", jobId, listed, range],
    queryFn: ({ signal }) =>
      call(
        getTrainingMetrics,
        { trainingJobId: jobId, names: listed, ...range, maxPoints: MAX_POINTS, withTimes: true },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The job of the same model that was created before this one; null where it is the first. */
export function previousJobQuery({
  id,
  modelId,
  projectId,
}: Pick<TrainingJob, "id" | "modelId" | "projectId">) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "previous", id],
    queryFn: async ({ signal }) => {
      const page = await call(listTrainingJobs, { projectId, modelId, after: id, limit: 1 }, { signal });
      return page.data[0] ?? null;
    },
  });
}

/** Rewarded conversations of a job, all or those of one bin of rewards. */
export function trajectoriesQuery(jobId: string, bin: number | null) {
  return infiniteQueryOptions({
    queryKey: [...TRAINING_KEY, "trajectories", jobId, bin],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        listTrajectories,
        { trainingJobId: jobId, fromGroup: pageParam, limit: 10, ...(bin === null ? {} : { bin }) },
        { signal },
      ),
    getNextPageParam: ({ nextGroup }) => nextGroup ?? undefined,
    // The payload of a request never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const ROWS_PAGE = 50;

/** The rows of a supervised job with the greatest losses first: of all steps, or of one. */
export function trainingRowsQuery(jobId: string, step: number | null) {
  return infiniteQueryOptions({
    queryKey: [...TRAINING_KEY, "rows", jobId, step],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const page = { order: "loss_desc", limit: ROWS_PAGE, offset: pageParam } as const;
      return call(
        queryTrainingRows,
        { trainingJobId: jobId, ...page, ...(step === null ? {} : { step }) },
        { signal },
      );
    },
    getNextPageParam: ({ totalCount }, pages) => {
      const read = pages.length * ROWS_PAGE;
      return read < totalCount ? read : undefined;
    },
  });
}

/** The tokens of a row with their losses under the newest checkpoint; they are computed for the asker. */
export function rowTokensQuery(jobId: string, position: number) {
  return queryOptions({
    queryKey: [...TRAINING_KEY, "row-tokens", jobId, position],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(scoreTrainingRow, { trainingJobId: jobId, position }, { signal }),
  });
}

/** What a supervised job would do; read again whenever somebody has finished changing a setting. */
export function sftCheckQuery(input: InputOf<typeof validateSftTrainingJob> | null) {
  return queryOptions({
    queryKey: ["sft-check", input],
    queryFn: ({ signal }) => {
      if (!input) throw new Error("Choose data to check first");
      return call(validateSftTrainingJob, input, { signal });
    },
    enabled: input !== null,
    retry: false,
    staleTime: 60_000,
  });
}

/** What a preference job would do. */
export function preferenceCheckQuery(input: InputOf<typeof validatePreferenceTrainingJob> | null) {
  return queryOptions({
    queryKey: ["preference-check", input],
    queryFn: ({ signal }) => {
      if (!input) throw new Error("Choose data to check first");
      return call(validatePreferenceTrainingJob, input, { signal });
    },
    enabled: input !== null,
    retry: false,
    staleTime: 60_000,
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
  return useStart((input: InputOf<typeof createSftTrainingJob>) => call(createSftTrainingJob, input));
}

export function useStartPreferenceJob() {
  return useStart((input: InputOf<typeof createPreferenceTrainingJob>) =>
    call(createPreferenceTrainingJob, input),
  );
}

function useStart<I>(mutationFn: (input: I) => Promise<TrainingJob>) {
  const client = useQueryClient();
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn,
    onSuccess: (job) => {
      // Its page opens with what is known already.
      client.setQueryData(jobQuery(job.id).queryKey, asNew(job));
      void refresh();
    },
  });
}

/** Tries a job again; gives the new one. */
export function useRetryJob(jobId: string) {
  const client = useQueryClient();
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: () => call(retryTrainingJob, { trainingJobId: jobId }),
    onSuccess: (job) => {
      client.setQueryData(jobQuery(job.id).queryKey, asNew(job));
      void refresh();
    },
  });
}

/** Starts several jobs one by one; gives how many were started, also where one was refused. */
export function useStartSweep() {
  const client = useQueryClient();
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: (sweep: Parameters<typeof startSweep>[0]) => startSweep(sweep),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: MODELS_KEY });
      void refresh();
    },
  });
}

/** Changes what people call a job. */
export function useLabelJob(jobId: string) {
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: (labels: Omit<InputOf<typeof updateTrainingJob>, "trainingJobId">) =>
      call(updateTrainingJob, { trainingJobId: jobId, ...labels }),
    onSuccess: refresh,
  });
}

function asNew(job: TrainingJob): TrainingJobDetail {
  return { ...job, states: [{ state: job.state, since: job.createdAt }], cancellation: null };
}

export function useCancelJob(jobId: string) {
  const refresh = useRefreshJobs();
  return useMutation({
    mutationFn: (keep: boolean) =>
      call(cancelTrainingJob, { trainingJobId: jobId, ...(keep ? { keep } : {}) }),
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
