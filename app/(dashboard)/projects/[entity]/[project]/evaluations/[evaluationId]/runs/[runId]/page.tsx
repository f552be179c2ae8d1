import type { Metadata } from "next";
import { RunPage } from "#components/evaluations/run/run-page.tsx";

export const metadata: Metadata = { title: "Evaluation run" };

export default async function Page({ params }: { params: Promise<{ evaluationId: string; runId: string }> }) {
  const { evaluationId, runId } = await params;
  return <RunPage evaluationId={decodeURIComponent(evaluationId)} runId={decodeURIComponent(runId)} />;
}
