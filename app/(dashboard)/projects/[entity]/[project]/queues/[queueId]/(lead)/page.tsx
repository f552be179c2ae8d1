import type { Metadata } from "next";
import { QueueOverview } from "#components/quality/overview/queue-overview.tsx";

export const metadata: Metadata = { title: "Queue" };

export default function Page() {
  return <QueueOverview />;
}
