import type { Metadata } from "next";
import { GraderPage } from "#components/graders/page/grader-page.tsx";

export const metadata: Metadata = { title: "Grader" };

export default async function Page({ params }: { params: Promise<{ graderId: string }> }) {
  const { graderId } = await params;
  return <GraderPage graderId={decodeURIComponent(graderId)} />;
}
