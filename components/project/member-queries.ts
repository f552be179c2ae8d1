import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectPath } from "#components/layout/state/navigation.ts";
import { call } from "#lib/client/call.ts";
import {
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
  updateMember,
} from "#lib/contract/access/members.ts";
import type { Role } from "#lib/contract/access.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type Member = ReplyOf<typeof listMembers>["members"][number];
export type Invitation = ReplyOf<typeof listInvitations>["invitations"][number];

export function membersQuery({ entity, project }: ProjectPath) {
  return queryOptions({
    queryKey: ["members", `${entity}/${project}`],
    queryFn: async ({ signal }) => (await call(listMembers, { entity, project }, { signal })).members,
  });
}

export function invitationsQuery({ entity, project }: ProjectPath) {
  return queryOptions({
    queryKey: ["invitations", `${entity}/${project}`],
    queryFn: async ({ signal }) => (await call(listInvitations, { entity, project }, { signal })).invitations,
  });
}

/** What an admin does with the people of a project. */
export function useMemberActs({ entity, project }: ProjectPath) {
  const queryClient = useQueryClient();
  const refresh = (group: "members" | "invitations") => () =>
    queryClient.invalidateQueries({ queryKey: [group, `${entity}/${project}`] });
  return {
    setRole: useMutation({
      mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
        call(updateMember, { entity, project, userId, role }),
      onSettled: refresh("members"),
    }),
    remove: useMutation({
      mutationFn: (userId: string) => call(removeMember, { entity, project, userId }),
      onSuccess: refresh("members"),
    }),
    invite: useMutation({
      mutationFn: (input: { email: string; role: Role }) =>
        call(createInvitation, { entity, project, ...input }),
      onSuccess: refresh("invitations"),
    }),
    revoke: useMutation({
      mutationFn: (invitationId: string) => call(revokeInvitation, { entity, project, invitationId }),
      onSettled: refresh("invitations"),
    }),
  };
}
