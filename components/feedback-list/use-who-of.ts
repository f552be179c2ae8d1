import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useMe } from "#components/account/session-gate.tsx";
import { membersQuery } from "#components/members/member-queries.ts";
import { useProject } from "#components/projects/project-context.tsx";
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
