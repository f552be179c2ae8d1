import type { Metadata } from "next";
import { ModelPage } from "#components/models/page/model-page.tsx";

export const metadata: Metadata = { title: "Model" };

export default async function Page({ params }: { params: Promise<{ modelId: string }> }) {
  const { modelId } = await params;
  return <ModelPage modelId={decodeURIComponent(modelId)} />;
}
