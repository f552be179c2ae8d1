import type { Metadata } from "next";
import { AuthCard } from "#components/account/auth-card.tsx";
import { SignInForm } from "#components/account/sign-in-form.tsx";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ [key: string]: string | string[] | undefined }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error, email } = await searchParams;
  return (
    <AuthCard
      title="Sign in"
      intro="Accounts are made by invitation: ask an admin of your project for a link."
    >
      <SignInForm callbackUrl={one(callbackUrl)} errorCode={one(error)} email={one(email) ?? ""} />
    </AuthCard>
  );
}

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
