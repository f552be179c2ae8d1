import { BackLink } from "./back-link.tsx";
import type { Chapter } from "./chapters.ts";

/** The way to each operation; on narrow screens the page itself is the list. */
export function OperationList({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav
      aria-label="Operations"
      className="sticky top-0 hidden h-dvh w-64 shrink-0 overflow-y-auto py-2 md:block"
    >
      <BackLink className="mb-5 px-2" />
      {chapters.map((chapter) => (
        <div key={chapter.name} className="mb-6">
          <p className="mb-1 font-medium text-ink text-xs">{chapter.title}</p>
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
