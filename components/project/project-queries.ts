import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { call } from "#lib/client/call.ts";
import {
  createProject,
  deleteProject,
  getProjectContents,
  listProjectDeletions,
  listProjects,
  updateProject,
} from "#lib/contract/access/projects.ts";
import { type Permission, roleAllows } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type Project = ReplyOf<typeof listProjects>["projects"][number];

/** What people call it. */
export function shownNameOf({ name, displayName }: Pick<Project, "name" | "displayName">): string {
  return displayName ?? name;
}

export type Deletion = ReplyOf<typeof listProjectDeletions>["deletions"][number];

const WHILE_DELETED_MS = 1_000;

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await call(listProjects, {}, { signal })).projects,
  staleTime: 60_000,
});

/** Whether the person may do something in a project by its path, which need not be the one that is open. */
export function mayIn(projects: readonly Project[], path: string, permission: Permission): boolean {
  const found = projects.find(({ entity, name }) => `${entity}/${name}` === path);
  return found !== undefined && roleAllows(found.role, permission);
}

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { entity: string; name: string }) => call(createProject, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  });
}

/** Polled while a deletion runs. */
export const deletionsQuery = queryOptions({
  queryKey: ["project-deletions"],
  queryFn: async ({ signal }) => (await call(listProjectDeletions, {}, { signal })).deletions,
  refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => !endedAt) ? WHILE_DELETED_MS : false),
});

export function contentsQuery({ entity, project }: ProjectPath) {
  return queryOptions({
    queryKey: ["project-contents", `${entity}/${project}`],
    queryFn: ({ signal }) => call(getProjectContents, { entity, project }, { signal }),
    staleTime: 0,
  });
}

export function useRenameProject({ entity, project }: ProjectPath) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (displayName: string) => call(updateProject, { entity, project, displayName }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  });
}

export function useDeleteProject({ entity, project }: ProjectPath) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirm: string) => call(deleteProject, { entity, project, confirm }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: deletionsQuery.queryKey });
    },
  });
}
