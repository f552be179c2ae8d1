import type { Metadata } from "next";
import { ThreadPage } from "#components/threads/thread/thread-page.tsx";

export const metadata: Metadata = { title: "Thread" };

export default async function Page({ params }: { params: Promise<{ threadId: string }> }) {
  return <ThreadPage threadId={decodeURIComponent((await params).threadId)} />;
}
