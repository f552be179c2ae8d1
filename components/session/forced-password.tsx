"use client";

import { Button } from "#components/ui/button/button.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { requestSignOut } from "./sign-in-request.ts";

/** Stands in place of every page until a password that somebody else made is replaced. */
export function ForcedPassword({ email }: { email: string }) {
  return (
    <AuthCard
      title="Choose your own password"
      intro={`The password of ${email} was set by someone else or by the first start. Replace it to continue.`}
    >
      <ChangePasswordForm
        email={email}
        onChanged={() => window.location.reload()}
        submitLabel="Save and continue"
      />
      <Button variant="ghost" className="mt-6 -ml-3" onClick={() => void requestSignOut()}>
        Sign out
      </Button>
    </AuthCard>
  );
}
