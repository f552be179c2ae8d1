import type { Metadata } from "next";
import { DatasetPage } from "#components/datasets/page/dataset-page.tsx";

export const metadata: Metadata = { title: "Dataset" };

export default async function Page({ params }: { params: Promise<{ datasetId: string }> }) {
  const { datasetId } = await params;
  return <DatasetPage datasetId={decodeURIComponent(datasetId)} />;
}
