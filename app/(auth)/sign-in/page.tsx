import type { Metadata } from "next";
import { AuthCard } from "#components/session/auth-card.tsx";
import { ContinueWith } from "#components/session/continue-with.tsx";
import { SignInForm } from "#components/settings/account/sign-in-form.tsx";
import { endedByDisabling } from "#lib/edge/session/ended-session.ts";
import { type OfferedProvider, offeredProvider } from "#lib/edge/session/offered-provider.ts";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ [key: string]: string | string[] | undefined }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error, email, ended } = await searchParams;
  const provider = offeredProvider();
  const hasEnded = one(ended) !== undefined;
  const isDisabled = hasEnded && (await endedByDisabling());
  return (
    <AuthCard
      title={isDisabled ? "Your account was disabled" : hasEnded ? "Sign in again" : "Sign in"}
      intro={isDisabled ? DISABLED : hasEnded ? ENDED : introFor(provider)}
    >
      {provider ? (
        <ContinueWith name={provider.name} callbackUrl={one(callbackUrl)} errorCode={one(error)} />
      ) : null}
      <SignInForm callbackUrl={one(callbackUrl)} errorCode={one(error)} email={one(email) ?? ""} />
      <p className="mt-6 border-line border-t pt-4 text-muted">
        Forgot your password? Ask an admin of this server or of your entity for a reset link. The operator of
        the server can create one with <code className="text-ink text-xs">npm run reset-password</code>.
      </p>
    </AuthCard>
  );
}

const ENDED =
  "Your session has ended. After you sign in, you return to the page where you were. Saved work is not lost, and annotation drafts are kept in this browser.";
const DISABLED =
  "You cannot sign in with it any more. Saved work is not lost, and annotation drafts are kept in this browser. Ask an admin of this server to enable it again.";

function introFor(provider: OfferedProvider | null): string {
  if (provider?.createsPeople)
    return `If you are new here, continue with ${provider.name}: that creates your account.`;
  return "Accounts are created by invitation. Ask an admin of your project for a link.";
}

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
