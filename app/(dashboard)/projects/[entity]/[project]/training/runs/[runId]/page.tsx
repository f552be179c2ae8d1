import type { Metadata } from "next";
import { RlRunPage } from "#components/training/rl/rl-run-page.tsx";

export const metadata: Metadata = { title: "Reinforcement run" };

export default async function Page({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return <RlRunPage runId={decodeURIComponent(runId)} />;
}
