"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { queueProgressQuery } from "./queue-queries.ts";

export type Named = { id: string; name: string };

/** The people of a queue: everyone who has worked in it, and the project's members if the reader may see them. By name. */
export function usePeople(queueId: string): { people: Named[]; nameOf: (userId: string) => string | null } {
  const { projectId, entity, project, can } = useProject();
  const me = useMe();
  const members = useQuery({ ...membersQuery({ entity, project }), enabled: can("members:read") });
  const progress = useQuery(queueProgressQuery(projectId, queueId));
  const names = useMemo(() => {
    const found = new Map([[me.userId, me.name || me.email]]);
    for (const { annotatorUserId, name } of progress.data ?? []) found.set(annotatorUserId, name);
    for (const { userId, name, email } of members.data ?? []) found.set(userId, name || email);
    return found;
  }, [me, members.data, progress.data]);
  const people = useMemo(
    () => [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
    [names],
  );
  return { people, nameOf: useCallback((userId) => names.get(userId) ?? null, [names]) };
}
