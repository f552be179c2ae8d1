import { Link } from "#components/ui/button/link.tsx";
import type { Chapter } from "./chapters.ts";

/** Every operation by its chapter, each leading to where it is described. */
export function OperationIndex({ chapters }: { chapters: readonly Chapter[] }) {
  return chapters.map(({ name, title, href, endpoints }) => (
    <section key={name} aria-labelledby={`chapter-${name}`} className="mt-8">
      <h2 id={`chapter-${name}`} className="text-lg">
        <Link href={href} className="hover:underline">
          {title}
        </Link>
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
        {endpoints.map(({ operationId, summary, method, path }) => (
          <li key={operationId} id={operationId} className="scroll-mt-16">
            <Link
              data-operation=""
              href={`${href}#${operationId}`}
              title={operationId}
              className="flex flex-col gap-x-4 px-3 py-2 hover:bg-hover md:flex-row md:items-baseline"
            >
              <span className="min-w-0 flex-1 text-sm">{summary}</span>
              <code className="min-w-0 break-all text-muted text-xs md:w-96 md:shrink-0">
                {method} /api{path}
              </code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
