import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { afterReturn } from "#components/layout/state/after-return.ts";
import { call, requestOf } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  type Checkpoint,
  createModel,
  deleteCheckpoints,
  deleteModel,
  downloadCheckpoint,
  getModel,
  getModelLineage,
  listCheckpoints,
  listModels,
  type ModelWithSteps,
  verifyCheckpoint,
} from "#lib/contract/models/models.ts";
import { listServedModels } from "#lib/contract/models/served-models.ts";

const PAGE_SIZE = 100;
/** Steps that one request may delete. */
const MAX_STEPS = 1_000;
/** Models that a menu offers at most. */
export const MAX_CHOICES = 1_000;

/** The key of everything that is known of models. */
export const MODELS_KEY = ["models"] as const;

/** The models of a project, all or those whose name holds a text, newest first. */
export function modelListQuery(projectId: string, search: string | null = null) {
  return infiniteQueryOptions({
    queryKey: [...MODELS_KEY, "list", projectId, search],
    refetchOnMount: afterReturn,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const filter = { projectId, ...(search ? { search } : {}) };
      const page = { order: "desc" as const, limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) };
      return call(listModels, { ...filter, ...page }, { signal });
    },
    getNextPageParam: (last) => (last.hasMore ? last.lastId : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** The models of a project to choose from and to name jobs by, newest first. */
export function modelChoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "choices", projectId],
    queryFn: async ({ signal }): Promise<ModelWithSteps[]> => {
      const models: ModelWithSteps[] = [];
      for (let after = ""; models.length < MAX_CHOICES; ) {
        const input = { projectId, order: "desc" as const, limit: PAGE_SIZE, ...(after ? { after } : {}) };
        const page = await call(listModels, input, { signal });
        models.push(...page.data);
        if (!page.hasMore) break;
        after = page.lastId;
      }
      return models;
    },
  });
}

export function modelQuery(modelId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "one", modelId],
    queryFn: ({ signal }) => call(getModel, { modelId }, { signal }),
  });
}

/** The checkpoints of a model, latest step first. */
export function checkpointListQuery(modelId: string) {
  return infiniteQueryOptions({
    queryKey: [...MODELS_KEY, "checkpoints", modelId],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call(
        listCheckpoints,
        { modelId, order: "desc", limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    getNextPageParam: (last) => (last.hasMore ? last.lastId : undefined),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

/** Every checkpoint of a model, latest step first. */
export function allCheckpointsQuery(modelId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "checkpoints", modelId, "all"],
    queryFn: async ({ signal }): Promise<Checkpoint[]> => {
      const checkpoints: Checkpoint[] = [];
      for (let after = ""; ; ) {
        const page = { order: "desc" as const, limit: PAGE_SIZE, ...(after ? { after } : {}) };
        const { data, hasMore, lastId } = await call(listCheckpoints, { modelId, ...page }, { signal });
        checkpoints.push(...data);
        if (!hasMore) return checkpoints;
        after = lastId;
      }
    },
  });
}

/** Jobs that the lineage shows. */
const LINEAGE_JOBS = 50;

export function lineageQuery(modelId: string) {
  return queryOptions({
    queryKey: [...MODELS_KEY, "lineage", modelId],
    queryFn: ({ signal }) => call(getModelLineage, { modelId, limit: LINEAGE_JOBS }, { signal }),
  });
}

/** Every name that a chat takes, base models first. */
export const servedModelsQuery = queryOptions({
  queryKey: [...MODELS_KEY, "served"],
  queryFn: async ({ signal }) => (await call(listServedModels, {}, { signal })).data,
});

/** Folders among the base models that cannot be used, with the reason. */
export const unusableModelsQuery = queryOptions({
  queryKey: [...MODELS_KEY, "unusable"],
  queryFn: async ({ signal }) => (await call(listServedModels, {}, { signal })).unusable,
});

export function useCreateModel() {
  const refresh = useRefreshModels();
  return useMutation({
    mutationFn: (input: InputOf<typeof createModel>) => call(createModel, input),
    onSuccess: refresh,
  });
}

export function useDeleteModel(modelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteModel, { modelId }),
    onSuccess: () => {
      // Asking again for what is gone would only show a fault before the page is left.
      client.removeQueries({ queryKey: modelQuery(modelId).queryKey, type: "inactive" });
      return client.invalidateQueries({ queryKey: [...MODELS_KEY, "list"] });
    },
  });
}

export function useVerifyCheckpoint(modelId: string) {
  const refresh = useRefreshModels();
  return useMutation({
    mutationFn: (step: number) => call(verifyCheckpoint, { modelId, step }),
    onSuccess: refresh,
  });
}

export function useDeleteCheckpoints(modelId: string) {
  const refresh = useRefreshModels();
  return useMutation({
    mutationFn: async (steps: readonly number[]) => {
      for (let from = 0; from < steps.length; from += MAX_STEPS)
        await call(deleteCheckpoints, { modelId, steps: steps.slice(from, from + MAX_STEPS) });
    },
    onSettled: refresh,
  });
}

/** Where a browser finds the archive of a checkpoint. */
export function downloadHref(modelId: string, step: number): string {
  return requestOf(downloadCheckpoint, { modelId, step }).url;
}

function useRefreshModels() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: MODELS_KEY });
}
