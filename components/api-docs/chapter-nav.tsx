import { Link } from "#components/ui/button/link.tsx";
import { API_HREF, type Chapter } from "./chapters.ts";

const LINK =
  "block rounded-sm px-2 py-1 text-muted text-xs hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The way to each chapter, and to the operations of the one that is shown. Narrow screens go by the list of all. */
export function ChapterNav({ chapters, shown }: { chapters: readonly Chapter[]; shown: Chapter | null }) {
  return (
    <nav
      aria-label="Chapters"
      className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-64 shrink-0 overflow-y-auto py-8 md:block print:hidden"
    >
      <ul>
        <li>
          <Link href={API_HREF} aria-current={shown ? undefined : "page"} className={LINK}>
            All operations
          </Link>
        </li>
        {chapters.map((chapter) => (
          <li key={chapter.name}>
            <Link
              href={chapter.href}
              aria-current={chapter.name === shown?.name ? "page" : undefined}
              className={LINK}
            >
              {chapter.title}
            </Link>
            {chapter.name === shown?.name ? (
              <ul className="my-1 ml-2 border-line border-l pl-1">
                {chapter.endpoints.map(({ operationId, summary }) => (
                  <li key={operationId}>
                    <a href={`#${operationId}`} title={operationId} className={LINK}>
                      {summary}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
