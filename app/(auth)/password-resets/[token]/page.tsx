import type { Metadata } from "next";
import { ResetPasswordPage } from "#components/settings/account/reset-password-page.tsx";

export const metadata: Metadata = { title: "New password" };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPasswordPage token={decodeURIComponent((await params).token)} />;
}
