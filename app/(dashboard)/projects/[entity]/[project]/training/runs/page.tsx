import type { Metadata } from "next";
import { RlRunsPage } from "#components/training/rl/rl-runs-page.tsx";

export const metadata: Metadata = { title: "Reinforcement runs" };

export default function Page() {
  return <RlRunsPage />;
}
