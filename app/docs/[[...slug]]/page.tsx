import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentPage } from "#components/docs/document-page.tsx";
import { PICTURES } from "#lib/generated/docs/pictures.js";
import site from "#lib/generated/docs/site.json";

type Props = { params: Promise<{ slug?: string[] }> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, summary } = await pageOf(props);
  return { title, description: summary };
}

export default async function Page(props: Props) {
  return <DocumentPage page={await pageOf(props)} groups={site.groups} pictures={PICTURES} />;
}

async function pageOf({ params }: Props) {
  const slug = ((await params).slug ?? []).join("/");
  const page = Object.hasOwn(site.pages, slug) ? site.pages[slug] : undefined;
  return page ?? notFound();
}
