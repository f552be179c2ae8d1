"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button/button.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { meQuery } from "./session-queries.ts";
import { requestSignOut } from "./sign-in-request.ts";

/** Stands in place of every page until a password that somebody else made is replaced. */
export function ForcedPassword({ email }: { email: string }) {
  const client = useQueryClient();
  return (
    <AuthCard
      title="Choose your own password"
      intro={`The password of ${email} was set by someone else or by the first start. Replace it to continue.`}
    >
      <ChangePasswordForm
        email={email}
        isFirst
        // The page that was wanted is drawn then, and not loaded again, so that it is read from its heading.
        onChanged={() => void client.invalidateQueries({ queryKey: meQuery.queryKey })}
        submitLabel="Save and continue"
      />
      <Button variant="ghost" className="mt-6 -ml-3" onClick={() => void requestSignOut()}>
        Sign out
      </Button>
    </AuthCard>
  );
}
