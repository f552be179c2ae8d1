import type { Metadata } from "next";
import { PublishedPage } from "#components/datasets/published/published-page.tsx";

export const metadata: Metadata = { title: "Dataset" };

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  return <PublishedPage name={decodeURIComponent(name)} />;
}
