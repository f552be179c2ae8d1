import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChapterNav } from "#components/api-docs/chapter-nav.tsx";
import { API_HREF, chaptersOf } from "#components/api-docs/chapters.ts";
import { EndpointSection } from "#components/api-docs/endpoint-section.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { ENDPOINTS_BY_CAPABILITY } from "#lib/contract/openapi/all.ts";

type Props = { params: Promise<{ chapter: string }> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { chapter } = await chapterOf(props);
  return {
    title: `${chapter.title} · API`,
    description: "Operations with their fields, answers and an example",
  };
}

/** The operations of one capability. All of them at once would be a page of megabytes. */
export default async function ApiChapterPage(props: Props) {
  const { chapters, chapter } = await chapterOf(props);
  return (
    <div className="mx-auto flex max-w-7xl gap-10 px-4 md:px-6">
      <ChapterNav chapters={chapters} shown={chapter} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 py-8 outline-none">
        <p className="text-sm md:hidden">
          <Link href={API_HREF} className="text-accent-ink underline underline-offset-2">
            All operations
          </Link>
        </p>
        <h1 className="text-2xl leading-9">{chapter.title}</h1>
        {chapter.endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.operationId} endpoint={endpoint} />
        ))}
      </main>
    </div>
  );
}

async function chapterOf({ params }: Props) {
  const href = `${API_HREF}/${(await params).chapter}`;
  const chapters = chaptersOf(ENDPOINTS_BY_CAPABILITY);
  const chapter = chapters.find((one) => one.href === href);
  return { chapters, chapter: chapter ?? notFound() };
}
