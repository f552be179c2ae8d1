"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formProblem, problemOf } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { changePassword } from "#lib/contract/access/accounts.ts";
import { PasswordInput } from "./password-input.tsx";
import { PASSWORD_HELP, passwordFault } from "./password-rules.ts";
import { requestSignIn, signInHref } from "./sign-in-request.ts";

type ChangePasswordFormProps = {
  email: string;
  /** After the new password works and this browser is signed in with it. */
  onChanged: () => void;
  submitLabel?: string;
  /** Whether the page is there for it alone. */
  isFirst?: boolean;
};

/** Changing the password ends every session, so this browser signs in again at once with the new one. */
export function ChangePasswordForm({
  email,
  onChanged,
  submitLabel = "Change password",
  isFirst = false,
}: ChangePasswordFormProps) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isChecked, setChecked] = useState(false);
  const change = useMutation({
    mutationFn: async () => {
      await call(changePassword, { currentPassword: current, newPassword: next });
      if ((await requestSignIn(email, next)) !== null) return window.location.assign(signInHref("/settings"));
      setCurrent("");
      setNext("");
      setChecked(false);
      onChanged();
    },
  });
  const fault = passwordFault(next);
  const isWrongCurrent = change.error instanceof ApiError && change.error.status === 400;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!fault) change.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={isWrongCurrent ? "That is not your current password." : null}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            required
            autoFocus={isFirst}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="New password"
        help={PASSWORD_HELP}
        error={(isChecked && fault) || problemOf(change.error, "new_password")}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            required
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        )}
      </Field>
      <FieldError error={isWrongCurrent ? null : formProblem(change.error, ["new_password"])} />
      <Button type="submit" variant="primary" pending={change.isPending} className="w-fit">
        {submitLabel}
      </Button>
    </form>
  );
}
