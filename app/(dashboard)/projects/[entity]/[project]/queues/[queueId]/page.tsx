import type { Metadata } from "next";
import { QueuePage } from "#components/queues/queue-page.tsx";

export const metadata: Metadata = { title: "Queue" };

export default async function Page({ params }: { params: Promise<{ queueId: string }> }) {
  const { queueId } = await params;
  return <QueuePage queueId={decodeURIComponent(queueId)} />;
}
