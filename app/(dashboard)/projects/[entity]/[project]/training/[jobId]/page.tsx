import type { Metadata } from "next";
import { JobPage } from "#components/training/job/job-page.tsx";

export const metadata: Metadata = { title: "Training job" };

export default async function Page({ params }: { params: Promise<{ jobId: string }> }) {
  const { jobId } = await params;
  return <JobPage jobId={decodeURIComponent(jobId)} />;
}
