import type { Chapter } from "./chapters.ts";

/** The way to each operation; on narrow screens the page itself is the list. */
export function OperationList({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav
      aria-label="Operations"
      className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-64 shrink-0 overflow-y-auto py-8 md:block print:hidden"
    >
      {chapters.map((chapter) => (
        <div key={chapter.name} className="mb-6">
          <p className="mb-1 px-2 font-medium text-ink text-xs">{chapter.title}</p>
          <ul>
            {chapter.endpoints.map(({ operationId, summary }) => (
              <li key={operationId}>
                <a
                  href={`#${operationId}`}
                  title={operationId}
                  className="block rounded-sm px-2 py-1 text-muted text-xs hover:bg-hover hover:text-ink"
                >
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
