import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { storedGradersQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { isJudge } from "#components/graders/parts/judge-models.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ALL_JOBS, jobListQuery } from "#components/run/queries/training-queries.ts";
import { inProposedOrder, type Taught, taughtBy } from "#components/training/fit/proposed-order.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

type Teachable = { models: ModelWithSteps[]; taught: Taught };

/**
 * Models in the order in which they are proposed to be trained on a version of a dataset, if one is named: judges last, since what they learned is not to answer.
 * Undefined while it is not known which are; what cannot be read makes none a judge.
 */
export function useTeachable(
  models: readonly ModelWithSteps[] | undefined,
  ref: string | null,
): Teachable | undefined {
  const { projectId, can } = useProject();
  const graders = useQuery({ ...storedGradersQuery(projectId), enabled: can("evaluations:read") });
  const datasets = useInfiniteQuery({
    ...datasetListQuery(projectId, { name: "", isArchived: false }),
    enabled: can("datasets:read"),
  });
  const jobs = useInfiniteQuery(jobListQuery(projectId, ALL_JOBS));
  if (!models || [graders, datasets, jobs].some(({ isLoading }) => isLoading)) return undefined;
  const known = { graders: graders.data ?? [], datasets: datasets.data ?? [], jobs: jobs.data ?? [] };
  const taught = taughtBy(known.jobs);
  const ordered = inProposedOrder(models, { ref, taught });
  return { models: judgesLast(ordered, (model) => isJudge(model, known, projectId)), taught };
}

function judgesLast(models: readonly ModelWithSteps[], isOne: (model: ModelWithSteps) => boolean) {
  return models.toSorted((a, b) => Number(isOne(a)) - Number(isOne(b)));
}
