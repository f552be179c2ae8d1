import { Link } from "#components/ui/button/link.tsx";
import type { DocGroup, DocHeading, DocLink, DocPage } from "./doc-page.ts";
import { DocumentBody, type Pictures } from "./document-body.tsx";

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

type DocsNavProps = { groups: readonly DocGroup[]; place: string; label: string };

/** The way to each document. */
function DocsNav({ groups, place, label }: DocsNavProps) {
  return (
    <nav aria-label={label}>
      {groups.map(({ title, pages }) => (
        <div key={title} className="mb-5">
          <p className="mb-1 px-2 font-medium text-ink text-xs">{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  aria-current={page.href === place ? "page" : undefined}
                  className="block rounded-sm px-2 py-1 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:py-2.5"
                >
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The sections of a document that has several. */
function OnThisPage({ headings }: { headings: readonly DocHeading[] }) {
  if (headings.length < 2) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-52 shrink-0 overflow-y-auto py-8 text-xs xl:block print:hidden"
    >
      <p className="mb-1 px-2 font-medium text-ink">On this page</p>
      <ul>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`block rounded-sm py-1 pr-2 text-muted hover:bg-hover hover:text-ink ${level === 3 ? "pl-5" : "pl-2"}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
