import { Link } from "#components/ui/button/link.tsx";
import type { DocGroup, DocLink, DocPage } from "./doc-page.ts";
import { DocsNav } from "./docs-nav.tsx";
import { DocumentBody, type Pictures } from "./document-body.tsx";
import { OnThisPage } from "./on-this-page.tsx";

type DocumentPageProps = { page: DocPage; groups: readonly DocGroup[]; pictures: Pictures };

/** One document between the way to the others and the list of its sections. */
export function DocumentPage({ page, groups, pictures }: DocumentPageProps) {
  return (
    <div className="mx-auto flex max-w-7xl gap-8 px-4 md:px-6">
      <div className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-52 shrink-0 overflow-y-auto py-8 md:block print:hidden">
        <DocsNav groups={groups} place={page.place} label="Documents" />
      </div>
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-16 outline-none">
        <details className="mt-4 rounded-md border border-line bg-surface md:hidden print:hidden">
          <summary className="px-3 py-2.5 font-medium">All documents</summary>
          <div className="border-line border-t px-1 pt-3">
            <DocsNav groups={groups} place={page.place} label="All documents" />
          </div>
        </details>
        <article className="max-w-[46rem] pt-6 text-base leading-6 md:pt-8">
          <DocumentBody nodes={page.nodes} pictures={pictures} />
        </article>
        <Neighbours previous={page.previous} next={page.next} />
      </main>
      <OnThisPage headings={page.headings} />
    </div>
  );
}

function Neighbours({ previous, next }: Pick<DocPage, "previous" | "next">) {
  return (
    <nav
      aria-label="Reading order"
      className="mt-12 flex max-w-[46rem] flex-wrap justify-between gap-4 border-line border-t pt-4 print:hidden"
    >
      {previous ? <Neighbour label="Previous" link={previous} /> : <span />}
      {next ? <Neighbour label="Next" link={next} /> : null}
    </nav>
  );
}

function Neighbour({ label, link }: { label: string; link: DocLink }) {
  return (
    <Link href={link.href} className="rounded-md px-2 py-1 hover:bg-hover">
      <span className="block text-faint text-xs">{label}</span>
      <span className="font-medium">{link.title}</span>
    </Link>
  );
}
