"use client";

import { useEffect, useState } from "react";
import { arriveAt } from "#components/layout/early/arrival.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";
import { type ProviderProblem, readSignInError, type SignInError } from "#lib/contract/access/sign-in.ts";
import { ownPath, requestProvider } from "./sign-in-request.ts";

type ContinueWithProps = { name: string; callbackUrl: string | undefined; errorCode: string | undefined };

/** Signs in at the provider that the operator has set, above the form for those with a password. */
export function ContinueWith({ name, callbackUrl, errorCode }: ContinueWithProps) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState(ofProvider(readSignInError(errorCode)));
  useReturn(() => setPending(false));
  const start = async () => {
    setPending(true);
    const answer = await requestProvider(ownPath(callbackUrl));
    if (typeof answer === "string") return arriveAt(answer);
    setError(answer);
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-4">
      <FieldError error={messageFor(error, name)} />
      <Button size="lg" disabled={!isHydrated} pending={isPending} onClick={() => void start()}>
        <span className="truncate">Continue with {name}</span>
      </Button>
      <p className="flex items-center gap-3 pb-4 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with your password
      </p>
    </div>
  );
}

function messageFor(error: SignInError | null, name: string): string | null {
  if (!error) return null;
  return error.kind === "provider"
    ? problemWith(name, error.problem)
    : "Spindle did not answer as expected. Try again in a moment.";
}

/** Errors of the form for passwords are shown there. */
function ofProvider(error: SignInError | null): SignInError | null {
  return error?.kind === "provider" ? error : null;
}

function problemWith(name: string, problem: ProviderProblem): string {
  switch (problem) {
    case "unreachable":
      return `${name} did not answer as expected. Try again in a moment, or use your password.`;
    case "refused":
      return `${name} did not sign you in. Try again, or ask its administrator whether you may use Spindle.`;
    case "expired":
      return `That attempt took too long or began in another window. Continue with ${name} once more.`;
    case "unverified":
      return `${name} has not confirmed your e-mail address. Confirm it there, then try again.`;
    case "unknown":
      return "There is no account with your e-mail address. Ask an admin of your project for an invitation.";
    case "disabled":
      return "Your account is disabled. Ask an admin of this server to enable it.";
  }
}

/** A browser keeps the page as it was left, and shows it again to people who come back. */
function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && onReturn();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  });
}
