import type { Metadata } from "next";
import { cookies } from "next/headers";
import { InvitationPage } from "#components/settings/account/invitation-page.tsx";

export const metadata: Metadata = { title: "Invitation" };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const names = (await cookies()).getAll().map(({ name }) => name);
  return (
    <InvitationPage
      token={decodeURIComponent((await params).token)}
      hasCookie={names.some((name) => name.includes("spindle-session"))}
    />
  );
}
