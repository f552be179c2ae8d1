import type { Metadata } from "next";
import { CallPage } from "#components/calls/call/call-page.tsx";

export const metadata: Metadata = { title: "Call" };

export default async function Page({ params }: { params: Promise<{ callId: string }> }) {
  return <CallPage callId={decodeURIComponent((await params).callId)} />;
}
