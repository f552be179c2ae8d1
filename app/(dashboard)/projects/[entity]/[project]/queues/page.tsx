import type { Metadata } from "next";
import { QueuesPage } from "#components/queues/queues-page.tsx";

export const metadata: Metadata = { title: "Queues" };

export default function Page() {
  return <QueuesPage />;
}
