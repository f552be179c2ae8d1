import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  createModel,
  deleteCheckpoints,
  deleteModel,
  getModel,
  listCheckpoints,
  listModels,
  listServedModels,
  type ModelWithSteps,
} from "#lib/contract/models.ts";

const PAGE_SIZE = 100;
/** Models that a menu offers at most. */
const MOST_CHOICES = 1_000;

/** The key of everything that is known of models. */
export const MODELS_KEY = ["models"] as const;

/** The models of a project, newest first. */
export function modelListQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [...MODELS_KEY, "list", projectId],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call(
        listModels,
        { projectId, order: "desc", limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
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
      for (let after = ""; models.length < MOST_CHOICES; ) {
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

/** Every name that a chat takes, base models first. */
export const servedModelsQuery = queryOptions({
  queryKey: [...MODELS_KEY, "served"],
  queryFn: async ({ signal }) => (await call(listServedModels, {}, { signal })).data,
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

export function useDeleteCheckpoints(modelId: string) {
  const refresh = useRefreshModels();
  return useMutation({
    mutationFn: (steps: readonly number[]) => call(deleteCheckpoints, { modelId, steps: [...steps] }),
    onSuccess: refresh,
  });
}

function useRefreshModels() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: MODELS_KEY });
}
