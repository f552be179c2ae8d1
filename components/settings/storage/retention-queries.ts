import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { call } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  getRetention,
  previewRetention,
  type Retention,
  type RetentionUnit,
  removeRetention,
  setRetention,
} from "#lib/contract/traces/retention.ts";

export type Limit = { unit: RetentionUnit; amount: number };

const WHILE_DROPPING_MS = 2_000;

function keyOf({ entity, project }: ProjectPath) {
  return ["retention", `${entity}/${project}`];
}

export function retentionQuery({ entity, project }: ProjectPath) {
  return queryOptions({
    queryKey: keyOf({ entity, project }),
    queryFn: async ({ signal }) => (await call(getRetention, { entity, project }, { signal })).retention,
    refetchInterval: ({ state }) => (isAtWork(state.data) ? WHILE_DROPPING_MS : false),
  });
}

/** Whether a round is running, or is about to begin. */
function isAtWork(retention: Retention | null | undefined): boolean {
  return retention ? retention.isDropping || retention.lastEndedAt === null : false;
}

/** Nothing is saved; what it counted is of that moment. */
export function previewQuery({ entity, project }: ProjectPath, limit: Limit) {
  return queryOptions({
    queryKey: ["retention-preview", `${entity}/${project}`, limit.unit, limit.amount],
    queryFn: ({ signal }) => call(previewRetention, { entity, project, ...limit }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useSetRetention(project: ProjectPath) {
  return useRetentionChange(project, (limit: Limit) => {
    const input: InputOf<typeof setRetention> = {
      entity: project.entity,
      project: project.project,
      ...limit,
    };
    return call(setRetention, input);
  });
}

export function useRemoveRetention(project: ProjectPath) {
  return useRetentionChange(project, () =>
    call(removeRetention, { entity: project.entity, project: project.project }),
  );
}

function useRetentionChange<Input, Answer>(project: ProjectPath, change: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(project) }),
  });
}
