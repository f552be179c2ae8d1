"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { TRAINING_KEY } from "#components/run/queries/training-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { batchedLoader } from "#lib/client/batched-loader.ts";
import { call } from "#lib/client/call.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import {
  MAX_JOBS_OF_CURVES,
  queryTrainingCurves,
  type TrainingCurves,
} from "#lib/contract/training/training-progress.ts";

/** Points of a curve as small as a word. */
const MAX_POINTS = 40;
const METRICS = ["loss", "reward"];
const RUNNING_STALE_MS = 30_000;

type CurvesLoader = (jobId: string) => Promise<TrainingCurves | null>;

function curvesLoader(projectId: string): CurvesLoader {
  return batchedLoader<TrainingCurves>({
    most: MAX_JOBS_OF_CURVES,
    loadMany: async (trainingJobIds) => {
      const asked = { projectId, trainingJobIds, names: METRICS, maxPoints: MAX_POINTS };
      const { curves } = await call(queryTrainingCurves, asked);
      return new Map(curves.map((one) => [one.trainingJobId, one]));
    },
  });
}

const LoaderContext = createContext<CurvesLoader | null>(null);

/** What is shown within asks for its curves together. */
export function SmallCurves({ children }: { children: ReactNode }) {
  const { projectId } = useProject();
  const loader = useMemo(() => curvesLoader(projectId), [projectId]);
  return <LoaderContext.Provider value={loader}>{children}</LoaderContext.Provider>;
}

/** What a row of a list shows of a job's metrics; a job that has ended keeps them. */
export function useSmallCurves({
  id,
  state,
  step,
}: Pick<TrainingJob, "id" | "state" | "step">): TrainingCurves | undefined {
  const load = useContext(LoaderContext);
  const { data } = useQuery({
    queryKey: [...TRAINING_KEY, "curves", id, isEndState(state)],
    queryFn: () => load?.(id) ?? null,
    enabled: load !== null && step > 0,
    staleTime: isEndState(state) ? Number.POSITIVE_INFINITY : RUNNING_STALE_MS,
  });
  return data ?? undefined;
}
