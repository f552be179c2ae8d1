import type { Metadata } from "next";
import { EvaluationPage } from "#components/evaluations/page/evaluation-page.tsx";

export const metadata: Metadata = { title: "Evaluation" };

export default async function Page({ params }: { params: Promise<{ evaluationId: string }> }) {
  const { evaluationId } = await params;
  return <EvaluationPage evaluationId={decodeURIComponent(evaluationId)} />;
}
