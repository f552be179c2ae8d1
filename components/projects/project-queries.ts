import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/client/call.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { createProject, listProjects } from "#lib/contract/projects.ts";

export type Project = ReplyOf<typeof listProjects>["projects"][number];

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: async ({ signal }) => (await call(listProjects, {}, { signal })).projects,
  staleTime: 60_000,
});

export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { entity: string; name: string }) => call(createProject, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey }),
  });
}
