import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { nextOffset } from "#components/layout/state/next-offset.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { createBlindQueue } from "#lib/contract/evaluation/blind-queues.ts";
import { getEvaluationCurve } from "#lib/contract/evaluation/evaluation-curves.ts";
import {
  cancelEvaluationRun,
  compareEvaluationRuns,
  createEvaluationRuns,
  getEvaluationRun,
  queryEvaluationResults,
  type ResultFilter,
  retryEvaluationRun,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import {
  createEvaluation,
  deleteEvaluation,
  getEvaluation,
  queryEvaluations,
  updateEvaluation,
} from "#lib/contract/evaluation/evaluations.ts";
import { queryGraders } from "#lib/contract/evaluation/graders.ts";
import { queryServedEvaluations } from "#lib/contract/evaluation/served-evaluations.ts";

const PAGE_SIZE = 50;
/** Answers are long; more of them than this nobody reads at once. */
const RESULTS_SHOWN = 20;
/** Each of them is asked for by itself. */
const CURVES_SHOWN = 8;
/** The most that one request gives. */
const GRADERS_OFFERED = 100;

function evaluationsKey(projectId: string) {
  return ["evaluations", projectId] as const;
}

/** Of the checkpoints that have the alias `production`, the latest few with what was measured of each last. */
export function servedEvaluationsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "served"],
    refetchOnMount: afterReturn,
    queryFn: ({ signal }) =>
      call(queryServedEvaluations, { projectId, alias: "production", limit: 3 }, { signal }),
  });
}

/** Evaluations with their last runs, newest first; those in use, or the archived ones. */
export function evaluationListQuery(projectId: string, name: string, isArchived = false) {
  return infiniteQueryOptions({
    queryKey: [...evaluationsKey(projectId), "list", name, isArchived],
    refetchOnMount: afterReturn,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryEvaluations,
        { projectId, isArchived, ...(name ? { name } : {}), limit: PAGE_SIZE, offset: pageParam },
        { signal },
      ),
    getNextPageParam: (last, _, offset) =>
      nextOffset(last.totalCount, offset + last.evaluations.length, offset),
    select: ({ pages }) => pages.flatMap(({ evaluations }) => evaluations),
  });
}

/** Evaluations in use that have measured a model, of which its page has room for so many. */
export function modelEvaluationsQuery(projectId: string, modelId: string) {
  const asked = { projectId, modelId, isArchived: false, limit: CURVES_SHOWN, offset: 0 };
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "of model", modelId],
    queryFn: ({ signal }) => call(queryEvaluations, asked, { signal }),
  });
}

type CurveAsked = { evaluationId: string; modelId: string; metric: string | null };

export function curveQuery(projectId: string, asked: CurveAsked) {
  const { metric, ...place } = asked;
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "curve", asked],
    queryFn: ({ signal }) =>
      call(getEvaluationCurve, { projectId, ...place, ...(metric ? { metric } : {}) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One evaluation with its newest runs. */
export function evaluationQuery(projectId: string, evaluationId: string) {
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "one", evaluationId],
    queryFn: ({ signal }) => call(getEvaluation, { projectId, evaluationId }, { signal }),
  });
}

export function runQuery(projectId: string, runId: string) {
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "run", runId],
    queryFn: ({ signal }) => call(getEvaluationRun, { projectId, runId }, { signal }),
  });
}

type Compared = {
  evaluationId: string;
  runs: readonly string[];
  baseline: string | null;
  people?: InputOf<typeof compareEvaluationRuns>["people"];
};

export function comparisonQuery(projectId: string, { evaluationId, runs, baseline, people }: Compared) {
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "compare", evaluationId, runs, baseline, people],
    queryFn: ({ signal }) =>
      call(
        compareEvaluationRuns,
        {
          projectId,
          evaluationId,
          runs: [...runs],
          ...(baseline ? { baseline } : {}),
          ...(people ? { people } : {}),
        },
        { signal },
      ),
    enabled: runs.length > 0,
    placeholderData: keepPreviousData,
  });
}

export type ResultsAsked = {
  runId: string;
  metric: string;
  filter: ResultFilter | null;
  baseline: string | null;
  text: string;
};

export function resultListQuery(projectId: string, asked: ResultsAsked) {
  const { runId, metric, filter, baseline, text } = asked;
  return infiniteQueryOptions({
    queryKey: [...evaluationsKey(projectId), "results", asked],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        queryEvaluationResults,
        {
          projectId,
          runId,
          metric,
          ...(filter ? { filter } : {}),
          ...(baseline ? { baseline } : {}),
          ...(text ? { text } : {}),
          limit: RESULTS_SHOWN,
          offset: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last, _, offset) => nextOffset(last.totalCount, offset + last.results.length, offset),
    placeholderData: keepPreviousData,
  });
}

/** The calls of answers of a run, drawn at random; more of them are those and others. */
export function useDrawAnswers(projectId: string) {
  return useMutation({
    mutationFn: async ({ runId, draw }: { runId: string; draw: number }) => {
      const asked = { projectId, runId, draw, limit: draw, offset: 0 };
      return (await call(queryEvaluationResults, asked)).results.flatMap(({ callId }) => callId ?? []);
    },
  });
}

/** Graders that the project keeps, which an evaluation can take over. */
export function storedGradersQuery(projectId: string) {
  return queryOptions({
    queryKey: [...evaluationsKey(projectId), "graders"],
    refetchOnMount: afterReturn,
    queryFn: async ({ signal }) =>
      (
        await call(
          queryGraders,
          { projectId, isArchived: false, limit: GRADERS_OFFERED, offset: 0 },
          { signal },
        )
      ).graders,
  });
}

export function useCreateEvaluation(projectId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof createEvaluation>, "projectId">) =>
      call(createEvaluation, { projectId, ...input }),
    onSuccess: refresh,
  });
}

export function useUpdateEvaluation(projectId: string, evaluationId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof updateEvaluation>, "projectId" | "evaluationId">) =>
      call(updateEvaluation, { projectId, evaluationId, ...input }),
    onSuccess: refresh,
  });
}

export function useDeleteEvaluation(projectId: string, evaluationId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: () => call(deleteEvaluation, { projectId, evaluationId }),
    onSuccess: refresh,
  });
}

/** Of how many rows the answers of two runs differ, from which a blind queue would be drawn. */
export function blindPairsQuery(
  { projectId, evaluationId }: { projectId: string; evaluationId: string },
  { runA, runB }: { runA: string; runB: string },
) {
  return queryOptions({
    queryKey: ["blind-pairs", projectId, evaluationId, runA, runB],
    queryFn: async ({ signal }) => {
      const asked = { projectId, evaluationId, runA, runB, items: 1, annotatorsPerItem: 1, preview: true };
      const { differing, same } = await call(createBlindQueue, asked, { signal });
      return { differing, same };
    },
    enabled: runA !== "" && runB !== "" && runA !== runB,
  });
}

type BlindQueueInput = Omit<InputOf<typeof createBlindQueue>, "projectId" | "evaluationId" | "preview">;

export function useMakeBlindQueue(projectId: string, evaluationId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (input: BlindQueueInput) =>
      call(createBlindQueue, { projectId, evaluationId, ...input, preview: false }),
    onSuccess: refresh,
  });
}

export function useStartRuns(projectId: string, evaluationId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (input: { subjects: string[]; samples: number }) =>
      call(createEvaluationRuns, { projectId, evaluationId, seed: 1, ...input }),
    onSuccess: refresh,
  });
}

export function useCancelRun(projectId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (runId: string) => call(cancelEvaluationRun, { projectId, runId }),
    onSuccess: refresh,
  });
}

export function useRetryRun(projectId: string) {
  const refresh = useRefreshEvaluations(projectId);
  return useMutation({
    mutationFn: (runId: string) => call(retryEvaluationRun, { projectId, runId }),
    onSuccess: refresh,
  });
}

export function useRefreshEvaluations(projectId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: evaluationsKey(projectId) });
}
