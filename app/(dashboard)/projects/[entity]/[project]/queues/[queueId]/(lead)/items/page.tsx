import type { Metadata } from "next";
import { QueueItems } from "#components/queues/items/queue-items.tsx";

export const metadata: Metadata = { title: "Queue items" };

export default function Page() {
  return <QueueItems />;
}
