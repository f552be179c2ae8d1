import type { Metadata } from "next";
import { DeskPage } from "#components/desk/frame/desk-page.tsx";

export const metadata: Metadata = { title: "Annotate" };

export default async function Page({ params }: { params: Promise<{ queueId: string }> }) {
  const queueId = decodeURIComponent((await params).queueId);
  return <DeskPage key={queueId} queueId={queueId} />;
}
