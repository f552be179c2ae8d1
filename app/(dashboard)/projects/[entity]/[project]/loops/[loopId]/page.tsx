import type { Metadata } from "next";
import { LoopPage } from "#components/loops/loop-page.tsx";

export const metadata: Metadata = { title: "Loop" };

export default async function Page({ params }: { params: Promise<{ loopId: string }> }) {
  const { loopId } = await params;
  return <LoopPage loopId={decodeURIComponent(loopId)} />;
}
