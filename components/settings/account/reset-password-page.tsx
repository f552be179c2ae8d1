"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { arriveAt } from "#components/layout/early/arrival.ts";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { AuthCard } from "#components/session/auth-card.tsx";
import { PasswordInput } from "#components/session/password-input.tsx";
import { PASSWORD_HELP, passwordFault } from "#components/session/password-rules.ts";
import { requestSignIn, signInHref } from "#components/session/sign-in-request.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { readPasswordReset, resetPassword } from "#lib/contract/access/people.ts";

/** What a reset link leads to. */
export function ResetPasswordPage({ token }: { token: string }) {
  const reset = useQuery({
    queryKey: ["password-reset", token],
    queryFn: ({ signal }) => call(readPasswordReset, { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (reset.data) return <NewPassword token={token} email={reset.data.email} />;
  if (!reset.error)
    return (
      <AuthCard title="New password">
        <SkeletonLines label="Loading the link" />
      </AuthCard>
    );
  const status = reset.error instanceof ApiError ? reset.error.status : 0;
  if (status === 404 || status === 409 || status === 422)
    return (
      <AuthCard
        title={status === 409 ? "This link was already used" : "This link does not work"}
        intro={
          status === 409
            ? "Sign in with the password that you chose, or ask an admin for a new link."
            : "It may have expired or been replaced, or part of it is missing. Ask an admin for a new one."
        }
      >
        <ButtonLink href="/sign-in" variant={status === 409 ? "primary" : "secondary"}>
          Sign in
        </ButtonLink>
      </AuthCard>
    );
  return (
    <AuthCard title="New password">
      <QueryError title="The link could not be checked" query={reset} />
    </AuthCard>
  );
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const reset = useMutation({
    mutationFn: async () => {
      await call(resetPassword, { token, password });
      arriveAt((await requestSignIn(email, password)) === null ? "/" : signInHref("/"));
    },
  });
  const fault = passwordFault(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!fault) reset.mutate();
  };
  return (
    <AuthCard
      title="Choose a new password"
      intro={`For ${email}. This signs out every other browser. API keys keep working.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label="New password"
          help={PASSWORD_HELP}
          error={(isChecked && fault) || problemOf(reset.error, "password")}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              required
              autoFocus
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <FieldError error={formProblem(reset.error, ["password"])} />
        <Button type="submit" variant="primary" size="lg" pending={reset.isPending || reset.isSuccess}>
          Save and sign in
        </Button>
      </form>
    </AuthCard>
  );
}
