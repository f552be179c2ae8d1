"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";

/** The names of people and queues that datasets speak of by id. */
export function useNaming() {
  const { projectId, entity, project, can } = useProject();
  const members = useQuery({ ...membersQuery({ entity, project }), enabled: can("members:read") });
  const queues = useQuery(queueChoicesQuery(projectId));
  const people = useMemo(
    () => new Map(members.data?.map(({ userId, name, email }) => [userId, name || email])),
    [members.data],
  );
  const queueNames = useMemo(() => new Map(queues.data?.map(({ id, name }) => [id, name])), [queues.data]);
  return {
    personName: useCallback(
      (id: string) => people.get(id) ?? (members.data ? "someone who has left" : "…"),
      [people, members.data],
    ),
    queueName: useCallback((id: string) => queueNames.get(id) ?? null, [queueNames]),
  };
}

export type Naming = ReturnType<typeof useNaming>;
