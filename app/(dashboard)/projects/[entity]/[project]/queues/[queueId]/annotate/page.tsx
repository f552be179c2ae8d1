import type { Metadata } from "next";
import { DeskPage } from "#components/desk/frame/desk-page.tsx";

export const metadata: Metadata = { title: "Annotate" };

type PageProps = {
  params: Promise<{ queueId: string }>;
  searchParams: Promise<{ item?: string | string[] }>;
};

export default async function Page({ params, searchParams }: PageProps) {
  const queueId = decodeURIComponent((await params).queueId);
  const { item } = await searchParams;
  return <DeskPage key={queueId} queueId={queueId} askedItemId={typeof item === "string" ? item : null} />;
}
