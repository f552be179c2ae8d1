import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import type { WhoOf } from "./feedback-columns.tsx";

/** Names of the project's members before those that feedback brought along, which prove nothing. */
export function useWhoOf(): WhoOf {
  const { userId } = useMe();
  const project = useProject();
  const { data: members } = useQuery({ ...membersQuery(project), enabled: project.can("members:read") });
  return useCallback(
    ({ wb_user_id: author, creator }) => {
      if (author === userId) return "You";
      const member = members?.find((one) => one.userId === author);
      return member?.name || creator || "Someone";
    },
    [userId, members],
  );
}
