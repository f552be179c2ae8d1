"use client";

import { type FormEvent, useEffect, useState } from "react";
import { arriveAt } from "#components/layout/early/arrival.ts";
import { PasswordInput } from "#components/session/password-input.tsx";
import { ownPath, requestSignIn } from "#components/session/sign-in-request.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";
import { readSignInError, type SignInError } from "#lib/contract/access/sign-in.ts";

type SignInFormProps = { callbackUrl: string | undefined; errorCode: string | undefined; email?: string };

/** Asks for address and password. What was typed stays when it was wrong, and also what is typed or filled in before the page is alive. */
export function SignInForm({ callbackUrl, errorCode, email: startEmail = "" }: SignInFormProps) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<SignInError | null>(readSignInError(errorCode));
  const secondsLeft = useCountdown(error);
  const isWaiting = secondsLeft > 0;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || isWaiting) return;
    const entered = new FormData(event.currentTarget);
    setPending(true);
    const refusal = await requestSignIn(String(entered.get("email")), String(entered.get("password")));
    if (refusal === null) return arriveAt(ownPath(callbackUrl));
    setError(refusal);
    setPending(false);
  };
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail">
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus={startEmail === ""}
            defaultValue={startEmail}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            required
            autoFocus={startEmail !== ""}
          />
        )}
      </Field>
      <FieldError error={messageFor(error, secondsLeft)} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!isHydrated || isWaiting}
        pending={isPending}
      >
        {isWaiting ? `Wait ${clock(secondsLeft)}` : "Sign in"}
      </Button>
    </form>
  );
}

function messageFor(error: SignInError | null, secondsLeft: number): string | null {
  if (!error || error.kind === "provider") return null;
  if (error.kind === "wait")
    return secondsLeft > 0
      ? "Too many failed attempts from here. Wait for the time below, then try again."
      : "You can try again now.";
  if (error.kind === "expired") return "This page was open for too long. Sign in once more.";
  if (error.kind === "unavailable") return "The server could not check the password. Try again in a moment.";
  return "The e-mail address or the password is wrong.";
}

/** Seconds until the next try counts; 0 when there is nothing to wait for. */
function useCountdown(error: SignInError | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (error?.kind !== "wait") return setLeft(0);
    const endsAt = Date.now() + error.seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
