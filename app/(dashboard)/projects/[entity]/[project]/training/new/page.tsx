import type { Metadata } from "next";
import { NewJobPage } from "#components/training/new/new-job-page.tsx";

export const metadata: Metadata = { title: "New training job" };

export default function Page() {
  return <NewJobPage />;
}
