import type { Metadata } from "next";
import { QueueRules } from "#components/queues/rules/queue-rules.tsx";

export const metadata: Metadata = { title: "Queue rules" };

export default function Page() {
  return <QueueRules />;
}
