import type { Metadata } from "next";
import { ThreadsPage } from "#components/threads/threads-page.tsx";

export const metadata: Metadata = { title: "Threads" };

export default function Page() {
  return <ThreadsPage />;
}
