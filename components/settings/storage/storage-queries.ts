import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { call } from "#lib/client/call.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { type GrowthStep, getProjectStorage } from "#lib/contract/jobs/project-storage.ts";

export type ProjectStorage = ReplyOf<typeof getProjectStorage>;

export function storageQuery({ entity, project }: ProjectPath, by: GrowthStep) {
  return queryOptions({
    queryKey: ["project-storage", `${entity}/${project}`, by],
    queryFn: ({ signal }) => call(getProjectStorage, { entity, project, by }, { signal }),
    placeholderData: keepPreviousData,
  });
}
