"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { arriveAt } from "#components/layout/early/arrival.ts";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { AuthCard } from "#components/session/auth-card.tsx";
import { PasswordInput } from "#components/session/password-input.tsx";
import { PASSWORD_HELP, passwordFault } from "#components/session/password-rules.ts";
import { meQuery } from "#components/session/session-queries.ts";
import { requestSignIn, signInHref } from "#components/session/sign-in-request.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { acceptInvitation, readInvitation } from "#lib/contract/access/members.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

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

type AcceptInvitationProps = {
  token: string;
  invitation: ReplyOf<typeof readInvitation>;
  hasCookie: boolean;
};

type PasswordFieldProps = {
  hasAccount: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
};

/** A new address chooses name and password; one with an account proves itself by its password or its session. */
function AcceptInvitation({ token, invitation, hasCookie }: AcceptInvitationProps) {
  const { email, projectId, role, invitedBy, hasAccount } = invitation;
  const me = useQuery({ ...meQuery, enabled: hasCookie, retry: false });
  const isOwnSession = me.data?.email === email;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const accept = useMutation({
    mutationFn: async () => {
      await call(acceptInvitation, {
        token,
        ...(hasAccount ? {} : { name: name.trim() }),
        ...(isOwnSession ? {} : { password }),
      });
      const path = `/projects/${projectId}`;
      const isSignedIn = isOwnSession || (await requestSignIn(email, password)) === null;
      arriveAt(isSignedIn ? path : signInHref(path));
    },
  });
  const nameFault = !hasAccount && name.trim() === "" ? "Enter the name that others should see." : null;
  const fault = hasAccount ? null : passwordFault(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isOwnSession || (!nameFault && !fault)) accept.mutate();
  };
  return (
    <AuthCard
      title={`Join ${projectId}`}
      intro={`${invitedBy} invites ${email} as ${role === "viewer" ? "a" : "an"} ${role}.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {me.data && !isOwnSession ? (
          <p className="rounded-md bg-warning-tint px-3 py-2 text-warning-ink">
            You are signed in as {me.data.email}. If you accept, you are signed in as {email}.
          </p>
        ) : null}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasAccount ? null : (
          <Field label="Your name" error={(isChecked && nameFault) || problemOf(accept.error, "name")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={120}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        {isOwnSession ? null : (
          <PasswordField
            hasAccount={hasAccount}
            value={password}
            onChange={setPassword}
            error={(isChecked && fault) || problemOf(accept.error, "password")}
          />
        )}
        <FieldError error={formProblem(accept.error, ["name", "password"])} />
        <Button type="submit" variant="primary" size="lg" pending={accept.isPending}>
          {hasAccount ? "Accept the invitation" : "Create my account"}
        </Button>
      </form>
      {hasAccount && !isOwnSession ? <WaysOut token={token} invitation={invitation} /> : null}
    </AuthCard>
  );
}

/** For someone who was here before and knows the password of then no longer. */
function WaysOut({ token, invitation }: Pick<AcceptInvitationProps, "token" | "invitation">) {
  const { email, resetBy } = invitation;
  const helpers = resetBy.length > 0 ? listOf(resetBy) : "An admin of this server";
  const query = `callbackUrl=${encodeURIComponent(`/invitations/${token}`)}&email=${encodeURIComponent(email)}`;
  return (
    <p className="mt-6 border-line border-t pt-4 text-muted">
      {email} already has an account here. The invitation adds this project to it. You can also{" "}
      <a href={`/sign-in?${query}`} className="text-accent-ink underline underline-offset-2">
        sign in first
      </a>
      . Password forgotten? {helpers} can create a reset link for you. Come back here afterwards.
    </p>
  );
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}

function PasswordField({ hasAccount, value, onChange, error }: PasswordFieldProps) {
  return (
    <Field
      label={hasAccount ? "Your password" : "Choose a password"}
      help={hasAccount ? "The one that you already sign in with here." : PASSWORD_HELP}
      error={error}
    >
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete={hasAccount ? "current-password" : "new-password"}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
