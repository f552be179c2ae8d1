"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { allCheckpointsQuery, modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { ALL_JOBS, jobListQuery } from "#components/run/queries/training-queries.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { proposalFor, unmeasuredSteps } from "./proposed-subjects.ts";

type Asked = { evaluation: Evaluation; runs: readonly EvaluationRun[]; isWanted: boolean };

/** The checkpoints that one most likely came to measure, as runs name them; none until they are known, or where nothing suggests any. */
export function useProposedSubjects({ evaluation, runs, isWanted: enabled }: Asked): readonly string[] {
  const { projectId } = evaluation;
  const jobs = useInfiniteQuery({ ...jobListQuery(projectId, ALL_JOBS), enabled });
  const models = useQuery({ ...modelChoicesQuery(projectId), enabled });
  const proposal = jobs.data && models.data ? proposalFor(evaluation, jobs.data, models.data) : null;
  const model = models.data?.find(({ id }) => id === proposal?.modelId);
  const checkpoints = useQuery({ ...allCheckpointsQuery(model?.id ?? ""), enabled: model !== undefined });
  if (!proposal || !model || !checkpoints.data) return NONE;
  const usable = checkpoints.data.flatMap(({ step, isCorrupt }) => (isCorrupt ? [] : step));
  return unmeasuredSteps(proposal, usable, runs).map((step) => `${projectId}/${model.name}:step${step}`);
}

const NONE: readonly string[] = [];
