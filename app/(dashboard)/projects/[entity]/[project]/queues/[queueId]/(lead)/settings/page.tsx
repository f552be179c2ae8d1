import type { Metadata } from "next";
import { QueueSettings } from "#components/queues/form/queue-settings.tsx";

export const metadata: Metadata = { title: "Queue settings" };

export default function Page() {
  return <QueueSettings />;
}
