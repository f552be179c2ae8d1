"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { AuthCard } from "#components/session/auth-card.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { readInvitation } from "#lib/contract/access/members.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";

/** What a link of invitation leads to. */
export function InvitationPage({ token, hasCookie }: { token: string; hasCookie: boolean }) {
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => call(readInvitation, { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.data?.isDisabled)
    return (
      <AuthCard
        title="Your account is disabled"
        intro={`${invitation.data.email} cannot sign in or join anything. ${invitation.data.resetBy[0] ?? "An admin of this server"} can explain why and enable it. The invitation stays valid.`}
      />
    );
  if (invitation.data)
    return <AcceptInvitation token={token} invitation={invitation.data} hasCookie={hasCookie} />;
  if (!invitation.error)
    return (
      <AuthCard title="Invitation">
        <SkeletonLines label="Loading the invitation" />
      </AuthCard>
    );
  const status = invitation.error instanceof ApiError ? invitation.error.status : 0;
  if (status === 409)
    return (
      <AuthCard
        title="This invitation was already used"
        intro="Sign in with the account that it was accepted with."
      >
        <ButtonLink href="/sign-in" variant="primary">
          Sign in
        </ButtonLink>
      </AuthCard>
    );
  if (status === 404 || status === 422)
    return (
      <AuthCard
        title="This invitation does not work"
        intro="It may have expired or been revoked, or part of the link is missing. Ask the sender for a new one."
      >
        <ButtonLink href="/sign-in">Sign in instead</ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title="Invitation">
      <QueryError title="The invitation could not be loaded" query={invitation} />
    </AuthCard>
  );
}
