import { Link } from "#components/ui/button/link.tsx";
import type { DocGroup } from "./doc-page.ts";

type DocsNavProps = { groups: readonly DocGroup[]; place: string; label: string };

/** The way to each document. */
export function DocsNav({ groups, place, label }: DocsNavProps) {
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
