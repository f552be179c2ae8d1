import type { DocHeading } from "./doc-page.ts";

/** The sections of a document that has several. */
export function OnThisPage({ headings }: { headings: readonly DocHeading[] }) {
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
